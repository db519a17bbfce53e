import { CLAUDE } from '../cli/claude.ts';
import { GEMINI } from '../cli/gemini.ts';
import { OPENCODE } from '../cli/opencode.ts';
import { ordinaryUserOf } from '../ordinary-user/ordinary-user.ts';

for (const cli of [CLAUDE, OPENCODE, GEMINI]) ordinaryUserOf(cli, 64_002);
