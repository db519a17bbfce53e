'use client';

import { useState } from 'react';
import { besideOf, NOTHING_CHOSEN, withFiles, type Chosen } from '../../../verify/dropped-files.ts';
import { parsePins, type Pinned } from '@runseal/spine/ledger';
import { trustedKeys } from '../../../verify/keyring.ts';
import { useAnewWithKeys, useKeyring } from '../../../verify/use-keyring.ts';
import { useKeptPins } from '../../../verify/use-pins.ts';
import { useVerification } from '../../../verify/use-verification.ts';
import { Button } from '../../../components/control/button.tsx';
import { KeyringPanel } from '../../../components/keyring/keyring-panel.tsx';
import { PinsPanel } from '../../../components/keyring/pins-panel.tsx';
import { PageHeader } from '../../../components/shell/page-header.tsx';
import { ChosenFiles } from '../../../components/verdict/chosen-files.tsx';
import { DropZone } from '../../../components/verdict/drop-zone.tsx';
import { PinNotice } from '../../../components/verdict/pin-notice.tsx';
import { ReportFacts } from '../../../components/verdict/report-facts.tsx';
import { VerificationPanel } from '../../../components/verdict/verification-panel.tsx';
import classes from './verify-page.module.css';

/** Verifies files in this browser, with the reader's own keys, policy and pins. Nothing of them is sent anywhere. */
export function VerifyClient() {
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const [pinned, setPinned] = useState<Pinned | null>(null);
  const keyring = useKeyring();
  const kept = useKeptPins();
  const { verification, verify, cancel, ready } = useVerification('ahead');
  const check = async (files: Chosen): Promise<void> => {
    const { record } = files;
    setPinned(null);
    if (record === null) return;
    const beside = await besideOf(files);
    const report = await verify(
      async () => ({ record: new Uint8Array(await record.arrayBuffer()), ...beside }),
      trustedKeys(keyring.keys),
    );
    if (report !== null) setPinned(kept.hold(report, beside.receipt));
  };
  useAnewWithKeys(keyring, verification.state !== 'idle', () => void check(chosen));
  const take = async (files: readonly File[]): Promise<void> => {
    const next = withFiles(chosen, files);
    setChosen(next);
    const pins = next.pins === null ? null : parsePins(await next.pins.text());
    if (pins !== null) kept.take(pins);
    await check(next);
  };
  return (
    <>
      <PageHeader title="Verify a record">
        {verification.state === 'done' && (
          <Button size="xs" variant="default" onClick={() => window.print()} className="no-print">
            Print the report
          </Button>
        )}
      </PageHeader>
      <div className={classes.page}>
        <div className={classes.main}>
          <DropZone onFiles={(files) => void take(files)} ready={ready} />
          <ChosenFiles chosen={chosen} busy={verification.state === 'busy'} again={() => void check(chosen)} />
          {pinned !== null && <PinNotice pinned={pinned} />}
          <VerificationPanel verification={verification} cancel={cancel} />
          {verification.state === 'done' && <ReportFacts report={verification.report} />}
        </div>
        <div className={classes.side}>
          <KeyringPanel keyring={keyring} named={verification.state === 'done' ? verification.report.keyId : null} />
          <PinsPanel kept={kept} />
        </div>
      </div>
    </>
  );
}
