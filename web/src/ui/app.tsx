// The page: its head, and the game that the address names.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Analyst } from "../engine/analysis.ts";
import type { HintSearch } from "../engine/hints.ts";
import type { Rules } from "../engine/rules.ts";
import type { Search } from "../engine/search.ts";
import { LANGUAGES, type Language, preferred, textsOf } from "../i18n.ts";
import { type Deal, readDeal } from "../link.ts";
import type { Settings } from "../match.ts";
import { readPreferences, writePreferences } from "../preferences.ts";
import { BoardGame } from "./board-game.tsx";
import { CardGame } from "./card-game.tsx";
import { LanguageContext, TextsContext } from "./context.ts";

interface Props {
  rules: Rules;
  search: Search;
  hintSearch: HintSearch;
  analyst: Analyst;
}

/** The deal in the address, if there is one and it is possible. */
function dealIn(rules: Rules, hash: string): Deal | undefined {
  const deal = readDeal(hash);
  try {
    if (deal) rules.party({ ...deal, moves: [], you: 0 });
    return deal;
  } catch {
    // The page with a board says why.
    return undefined;
  }
}

export function App({ rules, search, hintSearch, analyst }: Props) {
  const known = useMemo(readPreferences, []);
  const [language, setLanguage] = useState<Language>(known.language ?? preferred());
  const [settings, setSettings] = useState<Partial<Settings>>(known.settings ?? {});
  const [hash, setHash] = useState(location.hash);
  const texts = textsOf(language);
  const deal = useMemo(() => dealIn(rules, hash), [hash]);

  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);

  useEffect(() => {
    document.documentElement.lang = language;
    writePreferences({ language, settings });
  }, [language, settings]);

  return (
    <LanguageContext.Provider value={language}>
      <TextsContext.Provider value={texts}>
        <header>
          <h1>Kaeshi</h1>
          <label>
            <span class="hidden">{texts.language}</span>
            <select
              name="language"
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value as Language)}
            >
              {Object.entries(LANGUAGES).map(([code, name]) => (
                <option value={code} key={code} lang={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </header>
        {deal ? (
          <CardGame rules={rules} search={search} deal={deal} key={`${deal.players} ${deal.seed}`} />
        ) : (
          <BoardGame
            rules={rules}
            search={search}
            hintSearch={hintSearch}
            analyst={analyst}
            settings={settings}
            remember={(changed) => setSettings((settings) => ({ ...settings, ...changed }))}
          />
        )}
      </TextsContext.Provider>
    </LanguageContext.Provider>
  );
}
