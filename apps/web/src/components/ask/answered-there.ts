import { answerOf, api } from '../../api/client.ts';
import { ProblemError } from '../../api/problem.ts';
import type { AnswerView } from '../../api/wire.ts';
import type { Answered } from './answer-here.ts';

/** Has the server answer a question about a run that is too long to be held here. What cannot be answered is said. */
export async function answeredThere(run: string, question: string): Promise<Answered> {
  try {
    const answer = await answerOf<AnswerView>(
      api.GET('/api/v1/runs/{run}/ask', { params: { path: { run }, query: { q: question } } }),
    );
    return { state: 'answered', answer };
  } catch (error) {
    if (error instanceof ProblemError) return { state: 'unreadable', sentence: error.message };
    throw error;
  }
}
