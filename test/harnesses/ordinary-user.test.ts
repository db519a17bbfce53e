import { CODEX } from './cli/codex.ts';
import { ordinaryUserOf } from './ordinary-user/ordinary-user.ts';

ordinaryUserOf(CODEX, 64_001);
