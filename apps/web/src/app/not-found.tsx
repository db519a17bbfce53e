import Link from 'next/link';
import { Brand } from '../components/shell/brand.tsx';
import classes from './login/login.module.css';

export default function NotFound() {
  return (
    <main className={classes.login}>
      <Brand />
      <h1>There is no page at this address</h1>
      <p>
        The link may be old or cut off. All runs are <Link href="/runs">in the list</Link>.
      </p>
    </main>
  );
}
