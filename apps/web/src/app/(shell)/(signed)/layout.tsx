import type { ReactNode } from 'react';
import { RequireSession } from '../../../components/shell/require-session.tsx';

export default function SignedLayout({ children }: { children: ReactNode }) {
  return <RequireSession>{children}</RequireSession>;
}
