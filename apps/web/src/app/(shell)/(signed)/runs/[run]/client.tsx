'use client';

import dynamic from 'next/dynamic';
import { useCallback, useEffect } from 'react';
import Link from 'next/link';
import { Button } from '../../../../../components/control/button.tsx';
import { useRun } from '../../../../../api/use-run.ts';
import { tierCounts } from '../../../../../live/run-log.ts';
import { useRunLog } from '../../../../../live/use-run-log.ts';
import { runSource } from '../../../../../verify/run-source.ts';
import { trustedKeys } from '../../../../../verify/keyring.ts';
import { useAnewWithKeys, useKeyring } from '../../../../../verify/use-keyring.ts';
import { useVerification } from '../../../../../verify/use-verification.ts';
import { AskPanel } from '../../../../../components/ask/ask-panel.tsx';
import { ExportMenu } from '../../../../../components/run/export-menu.tsx';
import { RunCrumbs } from '../../../../../components/run/run-crumbs.tsx';
import {
  HaltButton,
  LimitsPanel,
  RemovedRun,
  SealButton,
  TurnsPanel,
} from '../../../../../components/run/when-needed.ts';
import { RunHeader } from '../../../../../components/run/run-header.tsx';
import { UsagePanel } from '../../../../../components/run/usage-panel.tsx';
import { ErrorState } from '../../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../../components/state/row-skeleton.tsx';
import { MOST_PRINTED } from '../../../../../components/timeline/timeline.tsx';
import { TimelineSection } from '../../../../../components/timeline/timeline-section.tsx';
import { useTimelineUrl } from '../../../../../components/timeline/use-timeline-url.ts';
import { useLinkedVerdict } from '../../../../../components/verdict/use-linked-verdict.ts';
import { VerificationPanel } from '../../../../../components/verdict/verification-panel.tsx';
import classes from './run-page.module.css';

/** What is to be said about a key follows what is said about the run. */
const TrustNotice = dynamic(
  () => import('../../../../../components/keyring/trust-notice.tsx').then((m) => m.TrustNotice),
  {
    ssr: false,
  },
);

/** The icon of the tab can wait until the page works. */
const RunFavicon = dynamic(() => import('../../../../../components/run/run-favicon.tsx').then((m) => m.RunFavicon), {
  ssr: false,
});

/** One run: what it vouches for, its six verdicts, and its spine. A link to a verdict has the record verified. */
export function RunClient({ run }: { run: string }) {
  const detail = useRun(run);
  const { log, snapshot } = useRunLog(run);
  const url = useTimelineUrl();
  const keyring = useKeyring();
  const { verification, verify, cancel } = useVerification('later');
  const check = useCallback(() => void verify(runSource(run), trustedKeys(keyring.keys)), [verify, run, keyring.keys]);
  useAnewWithKeys(keyring, verification.state !== 'idle', check);
  const linked = useLinkedVerdict();
  const due =
    linked !== null && detail.data?.sealed === true && detail.data.pruned === null && verification.state === 'idle';
  useEffect(() => {
    if (!due) return;
    document.getElementById(`verdict-${linked}`)?.scrollIntoView({ block: 'nearest' });
    check();
  }, [due, linked, check]);
  if (detail.isLoadingError)
    return (
      <ErrorState error={detail.error} retry={detail.refetch}>
        <p>
          <Link href="/runs">All runs</Link>
        </p>
      </ErrorState>
    );
  if (detail.data === undefined)
    return (
      <>
        <RunCrumbs run={run} />
        <RowSkeleton rows={12} />
      </>
    );
  const { state, sealed, seal, events, session, pruned } = detail.data;
  if (pruned !== null) return <RemovedRun run={detail.data} pruned={pruned} />;
  const ended = state !== 'queued' && state !== 'running';
  const report = verification.state === 'done' ? verification.report : null;
  // The log is ahead of the summary, which is asked for only now and then. The mix counts everything but itself.
  const counted = snapshot.types.filter(({ type }) => type !== 'provenance.mix');
  const tiers = snapshot.last >= events ? tierCounts(counted) : detail.data.tiers;
  const turns = session !== null && <TurnsPanel run={run} log={log} snapshot={snapshot} openEvent={url.open} />;
  const print = (): void => void log.rows.load(0, MOST_PRINTED - 1).then(() => window.print());
  return (
    <div className={classes.page}>
      <RunFavicon run={{ ...detail.data, tiers }} />
      <RunHeader run={detail.data} tiers={tiers} report={report}>
        {!ended && <HaltButton run={run} />}
        {ended && !sealed && <SealButton run={run} />}
        <ExportMenu run={run} sealed={sealed} print={print} />
        <Button size="xs" onClick={check} disabled={!sealed} loading={verification.state === 'busy'}>
          {report === null ? 'Verify' : 'Verify again'}
        </Button>
      </RunHeader>
      {!ended && turns}
      <VerificationPanel
        verification={verification}
        cancel={cancel}
        unable={sealed ? null : ended ? 'no seal to check' : 'not before the seal'}
        seqHref={(seq) => `/runs/${run}?event=${String(seq)}`}
      />
      {sealed && <TrustNotice keyring={keyring} named={report?.keyId ?? seal?.keyId ?? null} />}
      {ended && turns}
      <AskPanel run={run} size={events} sealed={sealed} report={report} />
      <div className={classes.limits}>
        <LimitsPanel run={run} size={events} sealed={sealed} report={report} />
      </div>
      <UsagePanel run={run} going={!ended} />
      <TimelineSection run={run} ended={ended} log={log} snapshot={snapshot} url={url} badSeq={badSeqOf(report)} />
    </div>
  );
}

function badSeqOf(
  report: { readonly verdicts: readonly { readonly firstBadSeq: number | null }[] } | null,
): number | null {
  const bad = report?.verdicts.flatMap(({ firstBadSeq }) => (firstBadSeq === null ? [] : [firstBadSeq])) ?? [];
  return bad.length === 0 ? null : Math.min(...bad);
}
