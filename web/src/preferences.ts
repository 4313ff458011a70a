// What the page remembers in this browser: the language and how one plays.

import { type Language, LANGUAGES } from "./i18n.ts";
import type { Settings } from "./match.ts";

export interface Preferences {
  language?: Language;
  settings?: Partial<Settings>;
}

const KEY = "kaeshi";
const HUMANS = ["first", "second", "both"];

/** What is remembered. Anything that is not understood is left out. */
export function readPreferences(): Preferences {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    const settings = (found.settings ?? {}) as Record<string, unknown>;
    const { human, level, seconds } = settings;
    const isLevel = Number.isInteger(level) && Number(level) >= 0 && Number(level) <= 13;
    return {
      ...(typeof found.language === "string" && found.language in LANGUAGES
        ? { language: found.language as Language }
        : {}),
      settings: {
        ...(HUMANS.includes(String(human)) ? { human: human as Settings["human"] } : {}),
        ...(isLevel ? { level: Number(level) } : {}),
        ...(typeof seconds === "number" && seconds > 0 && seconds <= 60 ? { seconds } : {}),
      },
    };
  } catch {
    return {};
  }
}

/** Remembers; without storage nothing is. */
export function writePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Storage is full or forbidden.
  }
}
