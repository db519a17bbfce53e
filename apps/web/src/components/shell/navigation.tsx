'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { WaitingBadge } from '../approval/waiting-badge.tsx';
import classes from './shell.module.css';

const PLACES = [
  { href: '/overview', label: 'Overview' },
  { href: '/runs', label: 'Runs' },
  { href: '/approvals', label: 'Approvals' },
  { href: '/goals/new', label: 'New goal' },
  { href: '/compare', label: 'Compare' },
  { href: '/verify', label: 'Verify a record' },
  { href: '/ledger', label: 'Ledger' },
  { href: '/harnesses', label: 'Harnesses' },
  { href: '/admin', label: 'Keeping and keys' },
  { href: '/glossary', label: 'Glossary' },
] as const;

/** Where one can go. */
export function Navigation({ onGo }: { onGo: () => void }) {
  const path = usePathname();
  return (
    <nav aria-label="Main">
      <ul className={classes.places}>
        {PLACES.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined}
              onClick={onGo}
            >
              {label}
              {href === '/approvals' && <WaitingBadge />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
