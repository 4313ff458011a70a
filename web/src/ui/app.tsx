// The page: the board, and what belongs around it.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Rules } from "../engine/rules.ts";
import type { Search } from "../engine/search.ts";
import { fill, LANGUAGES, type Language, preferred, textsOf } from "../i18n.ts";
import { readLink, writeLink } from "../link.ts";
import { Match, type Settings } from "../match.ts";
import { readPreferences, writePreferences } from "../preferences.ts";
import { Board } from "./board.tsx";
import { lookOf, TextsContext } from "./context.ts";
import { NewGame } from "./new-game.tsx";
import { Moves, Share } from "./record.tsx";
import { EvaluationBar, Status } from "./status.tsx";

interface Props {
  rules: Rules;
  search: Search;
}

export function App({ rules, search }: Props) {
  const known = useMemo(readPreferences, []);
  const [language, setLanguage] = useState<Language>(known.language ?? preferred());
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState<{ text: string; isError: boolean }>();
  const texts = textsOf(language);
  const match = useMemo(() => new Match(rules, search, () => setVersion((version) => version + 1)), []);
  const look = lookOf(match.setup);

  /** Tries to change the game; says why it is refused. */
  const attempt = (complaint: string, change: () => void): boolean => {
    try {
      change();
      setMessage(undefined);
      return true;
    } catch (why) {
      setMessage({ text: fill(complaint, { why: (why as Error).message }), isError: true });
      return false;
    }
  };

  const begin = (setup: string, settings: Settings) => {
    attempt(texts.badGame, () => match.begin(setup, [], settings));
  };

  const load = (text: string) =>
    attempt(texts.badText, () => {
      const game = rules.readGame(match.setup.includes("/") ? "othello" : match.setup, text);
      match.begin(game.setup, game.moves, { ...match.settings, human: "both" });
    });

  const open = () => {
    const settings = { ...match.settings, ...known.settings };
    const link = readLink(location.hash);
    const isOpened =
      link !== undefined &&
      attempt(texts.badLink, () => {
        const game = rules.readGame(link.setup, link.text);
        match.begin(game.setup, game.moves, game.moves.length > 0 ? { ...settings, human: "both" } : settings);
      });
    if (!isOpened) match.begin("othello", [], settings);
  };

  useEffect(() => {
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);

  useEffect(() => {
    document.documentElement.lang = language;
    writePreferences({ language, settings: { ...known.settings, ...match.preferred } });
  }, [language, match.preferred]);

  // The address is always the link of the position on the board.
  const isOpen = version > 0;
  const link = writeLink(match.setup, match.shown());
  useEffect(() => {
    // Not before the link that the page was opened with is read.
    if (isOpen) history.replaceState(null, "", link);
  }, [link, isOpen]);

  return (
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
      <main>
        <section class="play" aria-label={texts.game}>
          <Status match={match} look={look} />
          <Board match={match} look={look} version={version} />
          <EvaluationBar match={match} look={look} />
          <div class="buttons">
            <button type="button" disabled={!match.canUndo()} onClick={() => match.undo()}>
              {texts.undo}
            </button>
            <button type="button" disabled={!match.canRedo()} onClick={() => match.redo()}>
              {texts.redo}
            </button>
            <button type="button" aria-pressed={match.hasHints} onClick={() => match.toggleHints()}>
              {texts.hints}
            </button>
            <button type="button" disabled={!match.isThinking} onClick={() => match.moveNow()}>
              {texts.moveNow}
            </button>
          </div>
          {message && (
            <p class={message.isError ? "message error" : "message"} role={message.isError ? "alert" : "status"}>
              {message.text}
            </p>
          )}
        </section>
        <div class="side">
          <NewGame match={match} begin={begin} key={match.setup} />
          <Moves match={match} />
          <Share match={match} say={(text) => setMessage({ text, isError: false })} load={load} />
        </div>
      </main>
    </TextsContext.Provider>
  );
}
