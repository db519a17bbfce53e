'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useSession } from '../../../../api/use-session.ts';
import { AccessNote } from '../../../../components/admin/access-note.tsx';
import { Keeping } from '../../../../components/admin/keeping.tsx';
import { Retention } from '../../../../components/admin/retention.tsx';
import { SigningKeys } from '../../../../components/admin/signing-keys.tsx';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import classes from '../../../../components/admin/admin.module.css';

/** What is kept, for how long and under whose word; the keys that seal; who the reader is here. */
export function AdminClient() {
  const session = useSession();
  const [run, setRun] = useQueryState('run', parseAsString.withDefault(''));
  const admin = session.data?.workspaces === null;
  return (
    <>
      <PageHeader title="Keeping and keys" />
      <div className={classes.page}>
        {session.data !== undefined && <AccessNote principal={session.data} />}
        <Retention admin={admin} />
        <Keeping run={run} onRun={(next) => void setRun(next === '' ? null : next)} admin={admin} />
        <SigningKeys />
      </div>
    </>
  );
}
