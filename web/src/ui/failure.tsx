// What the page says when the engine has failed.

import { useContext } from "preact/hooks";
import { fill } from "../i18n.ts";
import { TextsContext } from "./context.ts";

interface Props {
  /** Why it failed, if it did. */
  why: string | undefined;
  retry(): void;
}

export function Failure({ why, retry }: Props) {
  const texts = useContext(TextsContext);
  if (why === undefined) return null;
  return (
    <p class="message error failure" role="alert">
      {fill(texts.engineFailed, { why })}
      <button type="button" onClick={retry}>
        {texts.tryAgain}
      </button>
    </p>
  );
}
