/** Whether codex can start an episode here: what is asked of it beside what is asked of every CLI. */
import { CODEX_BINARY } from '../../codex/binary.ts';
import { codexHindrance } from '../../codex/hindrance.ts';
import { AdapterReadiness } from '../../readiness/readiness.ts';
import { examine } from './examine.ts';

export const codexReadiness = (asked: string | undefined): AdapterReadiness =>
  new AdapterReadiness({
    name: 'codex',
    binary: CODEX_BINARY,
    asked,
    install: 'npm install -g @openai/codex',
    examine,
    login: codexHindrance,
  });
