import type { NextRequest } from 'next/server';
import { passOn } from '../../../api/pass-on.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

const handler = (request: NextRequest): Promise<Response> => passOn(request);

export { handler as GET, handler as POST, handler as DELETE, handler as PUT, handler as PATCH };
