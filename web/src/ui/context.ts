// What all parts of the page know: the texts, and how a game is shown.

import { createContext } from "preact";
import { type Language, type Texts, textsOf } from "../i18n.ts";

/** The language of the texts. */
export const LanguageContext = createContext<Language>("en");

export const TextsContext = createContext<Texts>(textsOf("en"));

/** How the board of a game looks. */
export interface Look {
  /** The class of the board. */
  style: "othello" | "connect4" | "marks" | "stones";
  /** Whether rank 1 is at the bottom. */
  isUpwards: boolean;
  /** Whether a stone falls to the lowest empty square of its file. */
  falls: boolean;
  names: [keyof Texts, keyof Texts];
  /** The unit of the evaluation bar, in the unit of scores. */
  unit: number;
}

export function lookOf(setup: string): Look {
  const shown = { isUpwards: true, falls: false, unit: 2 };
  if (setup.startsWith("connect4") || setup.includes("gravity")) {
    return { ...shown, style: "connect4", falls: true, names: ["red", "yellow"] };
  }
  if (setup.startsWith("gomoku")) return { ...shown, style: "stones", names: ["black", "white"] };
  if (setup.startsWith("tictactoe") || setup.startsWith("mnk")) return { ...shown, style: "marks", names: ["cross", "circle"] };
  return { style: "othello", isUpwards: false, falls: false, names: ["black", "white"], unit: 8 };
}
