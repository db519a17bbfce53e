/* Generated from openapi.json by npm run openapi -w apps/api. */
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is alive */
        get: operations["showHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process can serve: its store answers */
        get: operations["showReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who am I */
        get: operations["showSession"];
        put?: never;
        /** Exchange an API key for a browser session (HttpOnly cookie) */
        post: operations["openSession"];
        /** End the browser session */
        delete: operations["closeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit a goal; the same Idempotency-Key is the same run */
        post: operations["submitGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a goal would come to: grant, limits, containment and enforcement. Nothing is written or started */
        post: operations["planGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs, newest first, by keyset pages */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The runs that a filter shows, as a file */
        get: operations["exportRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one run */
        get: operations["showRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/mix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts of events by tier and type */
        get: operations["showMix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/halt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Halt a run: no further dispatch, programs killed, record sealed */
        post: operations["haltRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/seal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Seal a run that ended unsealed; a sealed run answers the seal it has */
        post: operations["sealRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions, newest first, by keyset pages; project matches exactly */
        get: operations["listSessions"];
        put?: never;
        /** Make a session: a run of many turns; with inputs its first turn begins at once */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one session */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /** Seal the record and take the session out of lists; the record stays */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make sessions that share its events up to a seq, and commit to them in their first event */
        post: operations["forkSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take no more turns until it is resumed */
        post: operations["suspendSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take turns again */
        post: operations["resumeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session: its record is sealed like that of any run */
        post: operations["sealSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was said in each turn, and what came of it */
        get: operations["listTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/turns/{turn}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The events of one turn as they happen, to its end (SSE); goes on after the last seq seen */
        get: operations["streamTurn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/exec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a turn, or, without inputs, drive the unfinished one again; with Accept: text/event-stream the answer is the turn itself */
        post: operations["execTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the turn that is open; the session goes on */
        post: operations["cancelTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session again from its record, byte for byte; nothing is driven and no model is asked. Accept: text/event-stream tells it as a stream */
        get: operations["replaySession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sealed runs summed by day and by harness, and how many runs need eyes */
        get: operations["showSums"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The inbox: what waits for a decision first, then what was decided, newest first */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One approval, with the exact arguments of the call */
        get: operations["showApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide; the very same decision may be sent again, another one is refused */
        post: operations["decideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The approvals that a filter shows, as a file */
        get: operations["exportApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/entries/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The entries of the ledger of your workspaces, as a file */
        get: operations["exportLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/halt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Halts that stand, then those that were lifted */
        get: operations["listHalts"];
        put?: never;
        /** Halt everything, or a workspace: runs are stopped and new goals refused until it is lifted */
        post: operations["placeHalt"];
        /** Lift a halt; runs that were stopped stay stopped */
        delete: operations["liftHalt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Budgets that runs share, and what is left of them */
        get: operations["listPools"];
        put?: never;
        /** Make a shared budget, or give it new limits; what was used stays used */
        post: operations["putPool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace}/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What goals of the workspace may do where they do not say so themselves */
        get: operations["showGrant"];
        put?: never;
        /** Set it; goals that were submitted before keep theirs */
        post: operations["setGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events with seq greater than after, in order; those of a tier, a type, a call or with words in them */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/events/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many events there are of each type, and how many calls */
        get: operations["countEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/events/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many events match, and where each page of them begins */
        get: operations["markEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events as they happen (SSE): id is the seq, data an EventView; `end` after the seal */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/events/{seq}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Inclusion proof of one event of a sealed run */
        get: operations["proveEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls in order, or those that have to do with the events from … to: start, decisions, end, reconciliation */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tokens by the model answers on the record and by the harness's own account, with their cost where prices are known */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sealed record, RUN.provetrail */
        get: operations["exportRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/slice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Some events of the sealed run with proof of their places under the signed root, RUN.slice */
        get: operations["exportSlice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/leaves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Leaf hash of every event: a hint to place blame, never authority */
        get: operations["exportLeaves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All content of the run that still exists, with its salts */
        get: operations["exportContents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/content/{commitment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One content by its commitment */
        get: operations["readContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The server's own report over the bytes it exports; verify elsewhere to trust nobody */
        get: operations["verifyRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What of the run was erased, by whom, when, why */
        get: operations["listErasures"];
        put?: never;
        /** Erase content of a sealed run for ever; the record still verifies, the ledger says who and why */
        post: operations["eraseContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/subjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say whom content is about, so that it can be erased by that */
        post: operations["tagSubject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs with content that is tagged as being about a subject, at most 1,000 */
        get: operations["listSubjectRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Legal holds on the run, standing and lifted */
        get: operations["listHolds"];
        put?: never;
        /** Place a legal hold: nothing of the run is erased or removed while it stands */
        post: operations["placeHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/hold/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lift the legal hold */
        post: operations["liftHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/prune": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who asked to remove the run, and who agreed */
        get: operations["showPrune"];
        put?: never;
        /** Ask to remove the events and content of a sealed run for ever; somebody else has to confirm */
        post: operations["requestPrune"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/prune/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm what somebody else asked for: the run is removed now, its seal stays in the ledger */
        post: operations["confirmPrune"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long each workspace keeps the content of its sealed runs */
        get: operations["listRetentions"];
        put?: never;
        /** Set how long a workspace keeps the content of its sealed runs; held runs are passed over */
        post: operations["setRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a policy of so many days would erase, when, and what a hold keeps; nothing is set or erased */
        get: operations["previewRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the database stores of the run, held against the run's own bytes */
        get: operations["auditRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask a sealed run: yes, no within what was observed, or cannot say */
        get: operations["askRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receipt of the run's seal in the ledger, RUN.tlog-proof (C2SP tlog-proof) */
        get: operations["readReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run}/time-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Time token over the run's seal, RUN.tst (RFC 3161) */
        get: operations["readTimeToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ledger: its head, its witnesses, what waits */
        get: operations["showLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries of the ledger in order, those of your workspaces */
        get: operations["listLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/unsealed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs that were opened and of which there is no seal, or that are gone */
        get: operations["listUnsealedRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Proof that the ledger of `to` entries only appended to the one of `from` */
        get: operations["proveConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest signed head with its cosignatures (C2SP tlog-checkpoint); holds hashes only */
        get: operations["readCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/tile/entries/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bundle of entries (C2SP tlog-tiles); for principals who may see every workspace */
        get: operations["readEntryBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/tile/{level}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tile of hashes (C2SP tlog-tiles) */
        get: operations["readTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Two runs side by side */
        get: operations["compareRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/harnesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What can drive a run, and whether it is ready */
        get: operations["listHarnesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actions a goal may grant */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/harnesses/remote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Remote harnesses that sessions may name: those given at start-up, then registered ones by name */
        get: operations["listRemoteHarnesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys this installation seals with */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{key}/mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say for ever, in the ledger, that a key is retired or compromised; this cannot be undone. Said before: no change, the first reason stands */
        post: operations["markKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["showOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AgentSessionRequest: {
            /** @description Standing guidance, placed before the objective. */
            guidance?: string;
            model?: string;
            /** @description Who must agree before an action runs; an action that is not named needs nobody. */
            approvals?: {
                [key: string]: components["schemas"]["ApprovalPolicy"];
            };
            /** @description Budget of the workspace that this run shares with others. */
            pool?: string;
            /** @default {} */
            limits?: {
                /** @default 32 */
                maxSteps?: number;
                /** @default 200 */
                maxCalls?: number;
                /** @default 600000 */
                timeoutMs?: number;
                /** @default 120000 */
                callTimeoutMs?: number;
                /** @description Most tokens, in and out, of all model calls. Refused for an external harness that runs without the gateway. */
                maxTokens?: number;
                /** @default 262144 */
                maxOutputBytes?: number;
                /** @default {} */
                brakes?: components["schemas"]["Brakes"];
            };
            /**
             * @description The weakest containment the run may have; refused rather than downgraded.
             * @default kernel
             * @enum {string}
             */
            containmentFloor?: "process" | "kernel" | "container" | "microvm";
            /**
             * @description Files to put into the workspace before the run starts.
             * @default []
             */
            files?: components["schemas"]["GoalFile"][];
            /**
             * @description The tenant the run belongs to.
             * @default default
             */
            workspace?: string;
            /** @description Actions the turns may take. Without one: those of a goal, or what a remote harness wants of us. */
            grant?: (string | components["schemas"]["ScopedAction"])[];
            /** @description Who drives the turns: echo, chat, remote:NAME. Without one: chat where a model is set up, else echo. */
            harness?: string;
            /**
             * @description For lists.
             * @default Session
             */
            title?: string;
            /** @description Unique within the workspace. */
            name?: string;
            /**
             * @description For lists; no wall: the workspace is the wall.
             * @default default
             */
            project?: string;
            /** @default {} */
            labels?: {
                [key: string]: string;
            };
            /** @default {} */
            annotations?: {
                [key: string]: string;
            };
            /**
             * @description Input of the first turn, which is then begun at once.
             * @default []
             */
            inputs?: components["schemas"]["Part"][];
        };
        AnswerView: {
            run: string;
            question: string;
            /** @enum {string} */
            answer: "yes" | "no_within_observed" | "cannot_say";
            strength: ("enforced" | "attested") | null;
            sentence: string;
            /** @description Events that carry the answer, at most 100. */
            events: number[];
            blindSpots: {
                surface: string;
                seq: number | null;
                reason: string;
            }[];
        };
        ApprovalDetail: {
            approval: string;
            run: string;
            workspace: string;
            call: number;
            action: string;
            /** @description Names the call is about: paths, the program, counts. Stays when content is erased. */
            scope: string;
            /** @description What the call is about, in a line of its arguments; null once they are erased. */
            about: string | null;
            /** @description First 280 characters of what the run is to achieve. */
            objective: string;
            harness: string;
            /** @description Who asked for the goal. */
            principal: string;
            state: components["schemas"]["ApprovalState"];
            required: number;
            of: string[];
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            expiresAt: string;
            argumentsCommitment: string;
            decisions: components["schemas"]["DecisionView"][];
            /** @description The caller may decide now. */
            mayDecide: boolean;
            /** @description The caller asked for the goal; a decision would be flagged as self-approval. */
            ownGoal: boolean;
            /** @description The exact arguments the commitment stands for; null once erased. */
            arguments: {
                text: string;
                media: string;
                bytes: number;
            } | null;
        };
        ApprovalPage: {
            items: components["schemas"]["ApprovalView"][];
            nextCursor: string | null;
        };
        ApprovalPolicy: {
            /**
             * @description How many different people must agree; 0 is nobody.
             * @default 1
             */
            required?: number;
            /**
             * @description Who may decide; empty: everybody in the workspace.
             * @default []
             */
            of?: string[];
            /**
             * @description The action is refused, whoever would allow it.
             * @default false
             */
            never?: boolean;
            /** @default 86400000 */
            expiresMs?: number;
        };
        /** @enum {string} */
        ApprovalState: "pending" | "approved" | "denied" | "expired" | "withdrawn";
        ApprovalView: {
            approval: string;
            run: string;
            workspace: string;
            call: number;
            action: string;
            /** @description Names the call is about: paths, the program, counts. Stays when content is erased. */
            scope: string;
            /** @description What the call is about, in a line of its arguments; null once they are erased. */
            about: string | null;
            /** @description First 280 characters of what the run is to achieve. */
            objective: string;
            harness: string;
            /** @description Who asked for the goal. */
            principal: string;
            state: components["schemas"]["ApprovalState"];
            required: number;
            of: string[];
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            expiresAt: string;
            argumentsCommitment: string;
            decisions: components["schemas"]["DecisionView"][];
            /** @description The caller may decide now. */
            mayDecide: boolean;
            /** @description The caller asked for the goal; a decision would be flagged as self-approval. */
            ownGoal: boolean;
        };
        /** @description A subset of JSON Schema that the arguments must satisfy. */
        ArgumentSchema: {
            /** @enum {string} */
            type?: "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";
            enum?: (string | number | boolean | null)[];
            const?: string | number | boolean | null;
            minimum?: number;
            maximum?: number;
            minLength?: number;
            maxLength?: number;
            minItems?: number;
            maxItems?: number;
            required?: string[];
            /** @enum {boolean} */
            additionalProperties?: false;
            items?: components["schemas"]["ArgumentSchema"];
            prefixItems?: components["schemas"]["ArgumentSchema"][];
            properties?: {
                [key: string]: components["schemas"]["ArgumentSchema"];
            };
        };
        AuditView: {
            run: string;
            /** @enum {string} */
            state: "open" | "sealed";
            pruned: boolean;
            events: number;
            contents: number;
            /** @description At most 100, in the order of the run. */
            findings: components["schemas"]["FindingView"][];
            /** @description How many there are in all. */
            found: number;
        };
        Brakes: {
            /** @description At most so many actions in any window of this length. Off unless given. */
            actions?: {
                count: number;
                windowMs: number;
            };
            /**
             * @description How often the same action may be asked for with the same arguments; null is off.
             * @default 50
             */
            repeats?: number | null;
            /**
             * @description Share of calls that failed or were refused at which the run stops; null is off.
             * @default {
             *       "percent": 95,
             *       "minSamples": 20
             *     }
             */
            errorRate?: {
                percent: number;
                /** @default 5 */
                minSamples?: number;
            } | null;
            /**
             * @description Calls in a row that bring nothing new (failed, refused, or the same answer again); null is off.
             * @default 100
             */
            noProgress?: number | null;
            /** @description Time the run may take, without time spent parked. */
            wallTimeMs?: number;
            /** @description Older name of limits.maxTokens. */
            tokens?: number;
            /** @description Millionths of a currency unit, by the prices given here, since no price list is the truth. */
            cost?: {
                limitMicros: number;
                inputMicrosPerMillion: number;
                outputMicrosPerMillion: number;
            };
        };
        CallPage: {
            items: components["schemas"]["CallView"][];
            nextAfter: number | null;
        };
        CallView: {
            call: number;
            action: string;
            scope: string;
            via: string;
            containment: string;
            trust: string;
            /** @description Seq of its start; null when it never began. */
            start: number | null;
            end: number | null;
            rejected: number | null;
            /** @description As recorded; null while it runs, or when it is not known. */
            outcome: string | null;
            /** @description Why it was refused, or the class of its error. */
            reason: string | null;
            durationUs: number | null;
            /** @description Commitment. */
            arguments: string | null;
            /** @description Commitment. */
            result: string | null;
            /** @description Seq at which people were asked. */
            requested: number | null;
            decisions: {
                seq: number;
                decision: string;
                principal: string;
                reason: string;
            }[];
            /** @description Seq of a gap that names it. */
            gap: number | null;
            /** @description What the harness's own account says of it. */
            reconciled: {
                seq: number;
                state: string;
                by: string;
                tool: string;
                frames: number[];
                detail: string;
            } | null;
        };
        Comparison: {
            left: components["schemas"]["RunSummary"];
            right: components["schemas"]["RunSummary"];
            mixes: {
                left: components["schemas"]["Mix"];
                right: components["schemas"]["Mix"];
            };
            gaps: {
                surface: string;
                left: number;
                right: number;
                reasons: string[];
            }[];
            enforcement: {
                surface: string;
                left: string | null;
                right: string | null;
            }[];
            dispatches: {
                left: {
                    call: number;
                    seq: number;
                    action: string;
                    scope: string;
                    outcome: string;
                    /** @description Commitment. */
                    arguments: string | null;
                    /** @description Commitment. */
                    result: string | null;
                } | null;
                right: {
                    call: number;
                    seq: number;
                    action: string;
                    scope: string;
                    outcome: string;
                    /** @description Commitment. */
                    arguments: string | null;
                    /** @description Commitment. */
                    result: string | null;
                } | null;
                sameArguments: boolean | null;
                sameResult: boolean | null;
            }[];
            facts: {
                left: {
                    outcome: {
                        seq: number;
                        result: string;
                        reason: string;
                    } | null;
                    checks: {
                        seq: number;
                        passed: boolean;
                        exitCode: number | null;
                    }[];
                    /** @description Levels really enforced, by episode. */
                    containment: string[];
                    usage: components["schemas"]["UsageView"];
                };
                right: {
                    outcome: {
                        seq: number;
                        result: string;
                        reason: string;
                    } | null;
                    checks: {
                        seq: number;
                        passed: boolean;
                        exitCode: number | null;
                    }[];
                    /** @description Levels really enforced, by episode. */
                    containment: string[];
                    usage: components["schemas"]["UsageView"];
                };
            };
            vouches: {
                left: string;
                right: string;
            };
            sentences: string[];
        };
        ConsistencyView: {
            from: number;
            to: number;
            /** @description RFC 9162 consistency proof, base64, 32 bytes each. */
            proof: string[];
        };
        DecisionRequest: {
            /** @enum {string} */
            decision: "approve" | "deny";
            reason: string;
            /** @description Of the arguments that were read: a decision counts for these and no others. */
            argumentsCommitment: string;
        };
        DecisionView: {
            principal: string;
            /** @enum {string} */
            decision: "approve" | "deny";
            reason: string;
            /** @description The one who decided also asked for the goal. */
            selfApproval: boolean;
            /** Format: date-time */
            decidedAt: string;
        };
        ErasureDone: {
            run: string;
            /** @description Contents erased now; what was erased before, or is not there, does not count. */
            erased: number;
        };
        ErasureList: {
            items: components["schemas"]["TombstoneView"][];
        };
        ErasureRequest: {
            /** @enum {string} */
            scope: "run";
            reason: string;
            legalBasis: string;
        } | {
            /** @enum {string} */
            scope: "events";
            seqs: number[];
            reason: string;
            legalBasis: string;
        } | {
            /** @enum {string} */
            scope: "commitments";
            commitments: string[];
            reason: string;
            legalBasis: string;
        } | {
            /** @enum {string} */
            scope: "subject";
            subject: string;
            reason: string;
            legalBasis: string;
        };
        EventCounts: {
            size: number;
            sealed: boolean;
            types: {
                type: string;
                /** @enum {string} */
                tier: "enforced" | "attested" | "unobserved";
                count: number;
            }[];
            /** @description Different calls that any event names. */
            calls: number;
        };
        EventMarks: {
            /** @description Events there were when the marks were set. */
            size: number;
            matches: number;
            every: number;
            /** @description Seq of the 1st, the (every + 1)th, the (2 × every + 1)th … match. */
            starts: number[];
        };
        EventPage: {
            items: components["schemas"]["EventView"][];
            size: number;
            sealed: boolean;
        };
        EventView: {
            seq: number;
            type: string;
            /** @enum {string} */
            tier: "enforced" | "attested" | "unobserved";
            /** @enum {string} */
            actor: "agent" | "human" | "system";
            time: string;
            principal: string | null;
            payload: {
                [key: string]: unknown;
            };
            leaf: string;
            link: string;
            canonical: string;
        };
        ExecRequest: {
            /**
             * @description What is said. Empty: the last turn, which was left unfinished, is driven again.
             * @default []
             */
            inputs?: components["schemas"]["Part"][];
            /** @description lastSeq as you saw it. Anything else now is a conflict, and nothing happens. */
            expectedLastSeq?: number;
            /**
             * Format: base64
             * @description Bytes for a remote harness, at most 64 KiB: kept on the record and handed on with this turn, as they are.
             */
            config?: string;
            /** @description Most time for this turn; the session's own when absent. */
            timeoutMs?: number;
        };
        FindingView: {
            code: string;
            seq: number | null;
            column: string | null;
            sentence: string;
        };
        ForkDone: {
            parent: string;
            seq: number;
            /** @description Merkle root over the shared events, hex: what each child commits to in its first event. */
            root: string;
            children: components["schemas"]["SessionView"][];
        };
        ForkRequest: {
            /**
             * @description Last event of the session that the children share; 0 is the newest one there is.
             * @default 0
             */
            atSeq?: number;
            /** @default 1 */
            children?: number;
            /** @description One for each child, or none at all. */
            names?: string[];
        };
        GoalAccepted: {
            run: string;
            state: string;
            /** @description True when this idempotency key had been used for the same goal before. */
            replayed: boolean;
        };
        GoalFile: {
            /** @description Relative path in the workspace, with forward slashes. */
            path: string;
            /** @description Text of the file, or base64 when encoding says so, as bytes that no text holds need (NUL). */
            content: string;
            /**
             * @default utf8
             * @enum {string}
             */
            encoding?: "utf8" | "base64";
        };
        GoalPlan: {
            /** @description Whether the goal would be taken now, as it is. */
            accepted: boolean;
            /** @description Everything that stands in the way, not only the first thing. */
            problems: {
                code: string;
                detail: string;
                path: string | null;
            }[];
            workspace: string;
            harness: {
                name: string;
                title: string;
                /** @enum {string} */
                kind: "native" | "external";
                profile: string | null;
                version: string | null;
                model: string | null;
                /**
                 * @description Whether its model calls are led through the gateway.
                 * @enum {string}
                 */
                gateway: "led" | "not_asked" | "not_possible" | "native";
            };
            grant: {
                action: string;
                known: boolean;
                readOnly: boolean;
                runsPrograms: boolean;
                /** @description Empty: without bounds. */
                bounds: components["schemas"]["ScopedAction"][];
                /** @description Who must agree first; null: nobody. */
                approval: components["schemas"]["ApprovalPolicy"] | null;
            }[];
            /** @description Actions there are that the goal does not grant. */
            refused: string[];
            limits: {
                [key: string]: number;
            };
            brakes: components["schemas"]["Brakes"];
            pool: string | null;
            containment: {
                floor: string;
                /** @description What this host enforces, as probed now. */
                enforced: string;
                reason: string;
                /** @description False where nothing of the run starts a program. */
                needed: boolean;
            };
            /** @description Surface of the harness → what holds it. Empty for a native one. */
            enforcement: {
                [key: string]: string;
            };
            /** @description The operator's own check; null: the outcome rests on the agent's word. */
            check: string[] | null;
            files: {
                count: number;
                bytes: number;
            };
        };
        GoalRequest: {
            /** @description What the agent should achieve, in words. */
            objective: string;
            /** @description Done when … */
            stopCondition?: string;
            /** @description Standing guidance, placed before the objective. */
            guidance?: string;
            /** @description Who drives the run: echo, chat, reference, codex, remote:NAME … */
            harness: string;
            /** @description The harness's enforcement profile; its first one when absent. */
            profile?: string;
            model?: string;
            /**
             * @description Lead an external harness's model calls through Runseal's gateway where the harness can be led: they are then recorded, and the provider's key stays out of the harness.
             * @default true
             */
            gateway?: boolean;
            /** @description Actions the run may take. Everything else is refused. Left out: what the workspace grants, see its grant. */
            grant?: (string | components["schemas"]["ScopedAction"])[];
            /** @description Who must agree before an action runs; an action that is not named needs nobody. */
            approvals?: {
                [key: string]: components["schemas"]["ApprovalPolicy"];
            };
            /** @description Budget of the workspace that this run shares with others. */
            pool?: string;
            /** @default {} */
            limits?: {
                /** @default 32 */
                maxSteps?: number;
                /** @default 200 */
                maxCalls?: number;
                /** @default 600000 */
                timeoutMs?: number;
                /** @default 120000 */
                callTimeoutMs?: number;
                /** @description Most tokens, in and out, of all model calls. Refused for an external harness that runs without the gateway. */
                maxTokens?: number;
                /** @default 262144 */
                maxOutputBytes?: number;
                /** @default {} */
                brakes?: components["schemas"]["Brakes"];
            };
            /**
             * @description The weakest containment the run may have; refused rather than downgraded.
             * @default kernel
             * @enum {string}
             */
            containmentFloor?: "process" | "kernel" | "container" | "microvm";
            /** @description The external harness's own conversation. Without it every run begins a new one and leaves none. */
            thread?: {
                /**
                 * @description Keep the harness's conversation on the record, so that a later run can go on with it.
                 * @default false
                 */
                keep?: boolean;
                /**
                 * Format: uuid
                 * @description A run of the same workspace and harness that kept its conversation: go on with exactly that one.
                 */
                continues?: string;
            };
            /** @description Hosts the programs of the run may reach, through a proxy that records every decision. Nothing else is reachable; without it, nothing at all. */
            egress?: string[];
            /**
             * @description Files to put into the workspace before the run starts.
             * @default []
             */
            files?: components["schemas"]["GoalFile"][];
            /** @description The operator's own check, run in the sandbox after the loop ends; its verdict is recorded. */
            verify?: {
                command: string[];
                /** @default 120000 */
                timeoutMs?: number;
            };
            /**
             * @description The tenant the run belongs to.
             * @default default
             */
            workspace?: string;
        };
        HaltOrderList: {
            items: components["schemas"]["HaltOrderView"][];
        };
        HaltOrderPlaced: {
            order: string;
            scope: string;
            reason: string;
            by: string;
            /** Format: date-time */
            placedAt: string;
            liftedBy: string | null;
            liftedAt: string | null;
            /** @description Runs that were told to stop. */
            halted: number;
            /** @description An order stood already; its reason is kept. */
            replayed: boolean;
        };
        HaltOrderRequest: {
            scope: string;
            reason: string;
        };
        HaltOrderView: {
            order: string;
            scope: string;
            reason: string;
            by: string;
            /** Format: date-time */
            placedAt: string;
            liftedBy: string | null;
            liftedAt: string | null;
        };
        HaltRequest: {
            reason: string;
        };
        HarnessList: {
            items: components["schemas"]["HarnessView"][];
        };
        HarnessView: {
            name: string;
            /** @enum {string} */
            kind: "native" | "external";
            title: string;
            vendor: string;
            profiles: string[];
            needsModel: boolean;
            enforcement: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description The same when the model calls pass the gateway; null when this harness cannot be led through it. */
            gatewayEnforcement: {
                [key: string]: {
                    [key: string]: string;
                };
            } | null;
            /** @description Whether its conversation can be kept, and gone on with in a later run. */
            keepsThreads: boolean;
            /** @description Per profile, what came of trying the very program that is installed; null when it was not tried yet. */
            probed: {
                [key: string]: {
                    /** @description Of the program that was tried. */
                    binarySha256: string | null;
                    /** @description Surface by surface, what came of trying it. */
                    found: {
                        [key: string]: "denied" | "contained" | "bridged" | "open" | "unknown" | "not_tried";
                    };
                    /** @description Surfaces held less than the profile promises; such a harness drives no run. */
                    broken: string[];
                    /** @description Tools of its own that it offered to its model. */
                    offered: string[];
                    complete: boolean;
                    /** @description Why something was not tried. */
                    reason: string;
                } | null;
            };
            readiness: {
                ready: boolean;
                available: boolean;
                loggedIn: boolean;
                version: string | null;
                reason: string;
                refuse: boolean;
                code: string | null;
            };
        };
        Health: {
            /** @enum {string} */
            status: "ok";
            version: string;
        };
        HoldList: {
            held: boolean;
            items: components["schemas"]["HoldView"][];
        };
        HoldView: {
            id: string;
            placedBy: string;
            reason: string;
            /** Format: date-time */
            placedAt: string;
            liftedBy: string | null;
            liftReason: string | null;
            liftedAt: string | null;
        };
        KeyList: {
            items: components["schemas"]["KeyView"][];
        };
        KeyMarkRequest: {
            /**
             * @description retired: it seals no more, and what it sealed goes on verifying. compromised: what it sealed fails verification (runseal.key_compromised), unless witnesses had cosigned it before. Neither can be undone.
             * @enum {string}
             */
            as: "retired" | "compromised";
            /**
             * Format: date-time
             * @description Now, when absent. Of a compromised key: the first moment others may have had it. Of a retired one: not before it sealed. Never in the future.
             */
            since?: string;
            /** @description Goes into the ledger, where everybody may read it. */
            reason: string;
        };
        KeyView: {
            keyId: string;
            publicKeyHex: string;
            origin: string;
            /** @description The same key as verifier of the ledger (C2SP signed note). */
            vkey: string;
            /** Format: date-time */
            validFrom: string;
            retiredAt: string | null;
            /** @description Since when others may have had it. */
            compromisedAt: string | null;
        };
        LedgerEntryView: {
            index: number;
            kind: string;
            subject: string;
            workspace: string;
            /** @description As in EventView: bytes as {"$hex"}, large integers as {"$int"}. */
            fields: {
                [key: string]: unknown;
            };
            leaf: string;
            /** @description Base64 of the exact bytes. */
            entry: string;
        };
        LedgerHeadView: {
            size: number;
            root: string;
            /** Format: date-time */
            signedAt: string;
            cosignatures: {
                name: string;
                keyId: string;
                /** Format: date-time */
                at: string;
            }[];
        };
        LedgerPage: {
            items: components["schemas"]["LedgerEntryView"][];
            size: number;
            nextAfter: number | null;
        };
        LedgerView: {
            origin: string;
            /** @description Verifier key of the log (C2SP signed note). */
            vkey: string;
            head: components["schemas"]["LedgerHeadView"] | null;
            /** @description How many witnesses must sign, in words; null without a policy. */
            quorum: string | null;
            witnesses: components["schemas"]["WitnessView"][];
            /** @description What waits to be written. */
            lag: {
                pending: number;
                since: string | null;
            };
        };
        Mix: {
            rules: number;
            tiers: components["schemas"]["TierCounts"];
            types: {
                [key: string]: number;
            };
            lost: number;
        };
        Part: {
            /** @enum {string} */
            type: "text";
            text: string;
        } | {
            /** @enum {string} */
            type: "file";
            name: string;
            media: string;
            sha256: string;
        } | {
            /** @enum {string} */
            type: "data";
            media: string;
            /** Format: base64 */
            base64: string;
        } | {
            /** @enum {string} */
            type: "reasoning";
            opaque: string;
        };
        PoolList: {
            items: components["schemas"]["PoolView"][];
        };
        PoolRequest: {
            /** @default default */
            workspace?: string;
            pool: string;
            /** @default null */
            calls?: number | null;
            /** @default null */
            tokens?: number | null;
            /** @default null */
            costMicros?: number | null;
        };
        PoolView: {
            workspace: string;
            pool: string;
            calls: {
                limit: number | null;
                used: number;
                held: number;
            };
            tokens: {
                limit: number | null;
                used: number;
                held: number;
            };
            costMicros: {
                limit: number | null;
                used: number;
                held: number;
            };
        };
        PrincipalView: {
            principal: string;
            name: string;
            workspaces: string[] | null;
            /** @enum {string} */
            via: "key" | "session";
            expiresAt: string | null;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            code: string;
            detail: string;
            instance?: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
        ProofView: {
            run: string;
            seq: number;
            proof: string;
        };
        PruneRequest: {
            reason: string;
            legalBasis: string;
        };
        PruneView: {
            run: string;
            requestedBy: string;
            reason: string;
            legalBasis: string;
            /** Format: date-time */
            requestedAt: string;
            confirmedBy: string | null;
            confirmedAt: string | null;
        };
        Ready: {
            /** @enum {string} */
            status: "ready";
            /** @enum {string} */
            store: "reachable";
        };
        ReasonRequest: {
            reason: string;
        };
        RemoteHarnessPage: {
            items: components["schemas"]["RemoteHarnessView"][];
            nextCursor: string | null;
        };
        RemoteHarnessView: {
            name: string;
            /** @description What a session calls it: remote:NAME. */
            harness: string;
            address: string;
            /** @enum {string} */
            source: "static" | "registered";
            /** @enum {string} */
            state: "active" | "retired";
            /** @description SHA-256 of its specification, hex; null for one given at start-up. */
            digest: string | null;
            /** @description As it said when it was registered; null for one given at start-up. */
            tools: {
                name: string;
                /** @enum {string} */
                mediation: "in_harness_reported" | "controller_mediated" | "requires_approval";
            }[] | null;
            registeredBy: string | null;
            registeredAt: string | null;
            retiredBy: string | null;
            retiredAt: string | null;
            retireReason: string | null;
            /** @description What it says now; only when asked for. */
            observed: {
                reachable: boolean;
                same: boolean;
                servable: boolean;
                detail: string;
            } | null;
        };
        Report: {
            /** @enum {string} */
            format: "runseal-report/1";
            run: string | null;
            events: number;
            root: string | null;
            origin: string | null;
            keyId: string | null;
            verdicts: components["schemas"]["Verdict"][];
            mix: components["schemas"]["Mix"] | null;
            vouches: string | null;
            /** @description What a time token over the seal says; left out where there is none. */
            time?: components["schemas"]["TimeStatement"];
        };
        RetentionList: {
            items: components["schemas"]["RetentionView"][];
        };
        RetentionPreview: {
            workspace: string;
            days: number;
            /** @description Of the policy that is set; null: none is. */
            policyDays: number | null;
            /** @description Old enough: gone within minutes, once such a policy is set. */
            due: {
                runs: number;
                contents: number;
                bytes: number;
            };
            /** @description Old enough, and kept while a legal hold stands. */
            held: {
                runs: number;
                contents: number;
                bytes: number;
            };
            /** @description Not old enough yet. */
            later: {
                runs: number;
                contents: number;
                bytes: number;
            };
            /** @description When the next of those becomes old enough. */
            nextAt: string | null;
            /** @description Sealed runs with content that is left, those sealed longest ago first. One that is not sealed is never due. */
            items: {
                run: string;
                /** Format: date-time */
                sealedAt: string;
                /**
                 * Format: date-time
                 * @description When it is old enough.
                 */
                dueAt: string;
                due: boolean;
                contents: number;
                bytes: number;
                /** @description While it stands, nothing of the run is erased. */
                hold: {
                    placedBy: string;
                    reason: string;
                    /** Format: date-time */
                    placedAt: string;
                } | null;
            }[];
            nextCursor: string | null;
        };
        RetentionRequest: {
            workspace: string;
            /** @description Days after the seal; null keeps content without limit. */
            days: number | null;
            reason: string;
        };
        RetentionView: {
            workspace: string;
            days: number;
            setBy: string;
            reason: string;
            /** Format: date-time */
            setAt: string;
        };
        RunDetail: {
            run: string;
            workspace: string;
            harness: string;
            /** @enum {string} */
            harnessKind: "native" | "external";
            profile: string | null;
            model: string | null;
            /** @description First 280 characters. */
            objective: string;
            state: components["schemas"]["RunState"];
            sealed: boolean;
            events: number;
            tiers: components["schemas"]["TierCounts"];
            errorCode: string | null;
            error: string | null;
            principal: string;
            /** @description The run is parked: a call waits for people. */
            awaitingApproval: boolean;
            /** @description Of a run that takes turns: how many were begun, and how the last of them stands; null before the first. Where that is neither queued nor running, a run that is running is open: it waits for its next turn. null: a run without turns. */
            session: {
                turns: number;
                lastTurn: components["schemas"]["TurnState"] | null;
            } | null;
            /** Format: date-time */
            createdAt: string;
            startedAt: string | null;
            endedAt: string | null;
            /** @description Version of an external harness, as it opened the run. */
            harnessVersion: string | null;
            /** @description Actions that were dispatched; null until sealed. */
            tools: string[] | null;
            /** @description Gap events by the surface they are about; null until sealed. */
            gaps: {
                [key: string]: number;
            } | null;
            /** @description What the harness says it did past the waist; null until sealed. */
            nativeCalls: number | null;
            /** @description The harness did not behave as its enforcement profile says; null until sealed. */
            drifted: boolean | null;
            /** @description What this server's last verification found. Verify elsewhere to trust nobody. */
            verification: {
                /** Format: date-time */
                at: string;
                verdicts: {
                    [key: string]: string;
                };
            } | null;
            objectiveText: string;
            stopCondition: string | null;
            grant: string[];
            /** @description Bounds of the granted actions that have any. */
            grantScopes: components["schemas"]["ScopedAction"][];
            approvals: {
                [key: string]: components["schemas"]["ApprovalPolicy"];
            };
            limits: {
                [key: string]: number;
            };
            brakes: components["schemas"]["Brakes"];
            containmentFloor: string;
            seal: components["schemas"]["Seal"] | null;
            /** @description What the record can and cannot vouch for, in one sentence; null until sealed. */
            vouches: string | null;
            /** @description Of a run that two people removed for ever: its events and contents answer 410 run_pruned; what else is said here is what its seal says, which stays in the ledger. null: it is there. */
            pruned: {
                /** Format: date-time */
                at: string;
                requestedBy: string;
                confirmedBy: string;
                reason: string;
                legalBasis: string;
            } | null;
            halt: {
                reason: string;
                by: string;
                /** @enum {string} */
                scope: "run" | "workspace" | "global";
            } | null;
        };
        RunPage: {
            items: components["schemas"]["RunSummary"][];
            nextCursor: string | null;
        };
        /**
         * @description A run that takes turns is running until it is sealed, also while it is open, with no turn under way: `session.lastTurn` is neither queued nor running then.
         * @enum {string}
         */
        RunState: "queued" | "running" | "completed" | "failed" | "halted";
        RunSummary: {
            run: string;
            workspace: string;
            harness: string;
            /** @enum {string} */
            harnessKind: "native" | "external";
            profile: string | null;
            model: string | null;
            /** @description First 280 characters. */
            objective: string;
            state: components["schemas"]["RunState"];
            sealed: boolean;
            events: number;
            tiers: components["schemas"]["TierCounts"];
            errorCode: string | null;
            error: string | null;
            principal: string;
            /** @description The run is parked: a call waits for people. */
            awaitingApproval: boolean;
            /** @description Of a run that takes turns: how many were begun, and how the last of them stands; null before the first. Where that is neither queued nor running, a run that is running is open: it waits for its next turn. null: a run without turns. */
            session: {
                turns: number;
                lastTurn: components["schemas"]["TurnState"] | null;
            } | null;
            /** Format: date-time */
            createdAt: string;
            startedAt: string | null;
            endedAt: string | null;
            /** @description Version of an external harness, as it opened the run. */
            harnessVersion: string | null;
            /** @description Actions that were dispatched; null until sealed. */
            tools: string[] | null;
            /** @description Gap events by the surface they are about; null until sealed. */
            gaps: {
                [key: string]: number;
            } | null;
            /** @description What the harness says it did past the waist; null until sealed. */
            nativeCalls: number | null;
            /** @description The harness did not behave as its enforcement profile says; null until sealed. */
            drifted: boolean | null;
            /** @description What this server's last verification found. Verify elsewhere to trust nobody. */
            verification: {
                /** Format: date-time */
                at: string;
                verdicts: {
                    [key: string]: string;
                };
            } | null;
        };
        /** @description An action within bounds. Every bound given must hold. */
        ScopedAction: {
            action: string;
            /** @description Globs over paths from the workspace down: * within a name, ** over folders. */
            paths?: string[];
            /** @description Host names; a leading dot means every host below. */
            hosts?: string[];
            arguments?: components["schemas"]["ArgumentSchema"];
            /**
             * @description How far the program is trusted: it needs no containment, kernel or microvm, and at least the floor.
             * @enum {string}
             */
            trust?: "trusted" | "semi_trusted" | "untrusted";
        };
        Seal: {
            root: string;
            size: number;
            keyId: string;
            origin: string;
            /** Format: date-time */
            sealedAt: string;
            mix: components["schemas"]["Mix"];
        };
        SessionCreated: {
            session: components["schemas"]["SessionView"];
            turn: number | null;
        };
        SessionPage: {
            items: components["schemas"]["SessionView"][];
            nextCursor: string | null;
        };
        SessionReason: {
            reason: string;
        };
        SessionRequest: {
            /** @description An API key, rsk_…. */
            key: string;
        };
        SessionView: {
            /** @description Also the id of its run: events, record, verification and approvals are found under it. */
            session: string;
            name: string | null;
            title: string;
            workspace: string;
            project: string;
            principal: string;
            harness: string;
            model: string | null;
            /**
             * @description Of the last turn, not of the session, which is open until it is sealed; pending before the first turn, awaiting while a call waits for people.
             * @enum {string}
             */
            execState: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled" | "interrupted";
            /**
             * @description Nothing of a session is kept in memory between its turns: it is cold, until its record is sealed.
             * @enum {string}
             */
            computeState: "none" | "live" | "cold" | "terminated";
            suspended: boolean;
            sealed: boolean;
            deleted: boolean;
            lastSeq: number;
            turns: number;
            parent: string | null;
            /** @description Events shared with the parent. */
            forkSeq: number | null;
            labels: {
                [key: string]: string;
            };
            annotations: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        Sums: {
            /**
             * Format: date
             * @description First UTC day that is summed.
             */
            since: string;
            /** @description UTC days on which runs were submitted that are sealed now. */
            days: {
                /** Format: date */
                day: string;
                runs: number;
                /** @description How many of these runs were removed since: what is summed of them was counted at the seal, and can no longer be checked against their events. */
                removed: number;
                tiers: components["schemas"]["TierCounts"];
            }[];
            harnesses: {
                harness: string;
                /** @enum {string} */
                kind: "native" | "external";
                versions: string[];
                runs: number;
                /** @description How many of these runs were removed since: what is summed of them was counted at the seal, and can no longer be checked against their events. */
                removed: number;
                failed: number;
                halted: number;
                tiers: components["schemas"]["TierCounts"];
                /** @description What the harness says it did past the waist. */
                nativeCalls: number;
                /** @description Runs that did not behave as the enforcement profile says. */
                drifted: number;
                /** @description Runs with a gap about the surface, and gap events. */
                gaps: {
                    surface: string;
                    runs: number;
                    gaps: number;
                }[];
            }[];
            /** @description Over all time. */
            attention: {
                /** @description Runs that ended without a seal. */
                unsealed: number;
                /** @description Sealed runs that this server never verified and still could. */
                unverified: number;
                /** @description Runs whose last verification here failed. */
                failing: number;
                /** @description Counting stops here. */
                most: number;
            };
        };
        TagDone: {
            run: string;
            tagged: number;
        };
        TagRequest: {
            subject: string;
            seqs?: number[];
            commitments?: string[];
        };
        TierCounts: {
            enforced: number;
            attested: number;
            unobserved: number;
        };
        TimeStatement: {
            authority: string;
            /** @description Unix ms. */
            at: number;
            accuracyMs: number | null;
            policy: string;
            serial: string;
            /** @description Unix ms. */
            certificateUntil: number;
            trusted: boolean;
            /** @description What a CRL says of its certificate; null: not looked at. */
            revocation: {
                /** @description Unix ms. */
                asOf: number;
                revokedAt: number | null;
                earlierGood: boolean;
            } | null;
        };
        TombstoneView: {
            commitment: string;
            media: string;
            bytes: number;
            by: string;
            reason: string;
            legalBasis: string;
            /** Format: date-time */
            at: string;
        };
        ToolList: {
            items: components["schemas"]["ToolView"][];
        };
        ToolView: {
            name: string;
            description: string;
            readOnly: boolean;
            runsPrograms: boolean;
            schema: {
                [key: string]: unknown;
            };
        };
        TurnAccepted: {
            session: components["schemas"]["SessionView"];
            turn: number;
            /** @description True when an unfinished turn is driven again. */
            redrive: boolean;
        };
        TurnList: {
            items: components["schemas"]["TurnView"][];
        };
        /** @enum {string} */
        TurnState: "queued" | "running" | "completed" | "failed" | "canceled" | "interrupted";
        TurnView: {
            turn: number;
            state: components["schemas"]["TurnState"];
            principal: string;
            inputs: components["schemas"]["Part"][];
            /** @description What the harness said at its end; null while there is none, or once it was erased. */
            output: string | null;
            errorCode: string | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
        };
        UnsealedPage: {
            items: components["schemas"]["UnsealedView"][];
            nextAfter: number | null;
        };
        UnsealedView: {
            run: string;
            workspace: string;
            index: number;
            /** @enum {string} */
            state: "open" | "missing";
            /** @description The run has not ended yet: it rightly has no seal. A session that is open is such a run. */
            going: boolean;
        };
        UsageView: {
            /** @description Over the model answers on the record. */
            model: {
                /** @description Answers or episodes that say what they used. */
                times: number;
                inputTokens: number;
                outputTokens: number;
                cachedInputTokens: number | null;
                reasoningTokens: number | null;
                /** @description measured: by us; reported: by the harness. */
                sources: string[];
                /** @description By the prices the goal names; null when it names none. */
                costMicros: number | null;
            } | null;
            /** @description Over the harness's own account of its episodes. */
            harness: {
                /** @description Answers or episodes that say what they used. */
                times: number;
                inputTokens: number;
                outputTokens: number;
                cachedInputTokens: number | null;
                reasoningTokens: number | null;
                /** @description measured: by us; reported: by the harness. */
                sources: string[];
                /** @description By the prices the goal names; null when it names none. */
                costMicros: number | null;
            } | null;
            prices: {
                inputMicrosPerMillion: number;
                outputMicrosPerMillion: number;
            } | null;
        };
        Verdict: {
            /** @enum {string} */
            name: "integrity" | "completeness" | "independence" | "governance" | "ground_truth" | "provenance";
            /** @enum {string} */
            state: "pass" | "fail" | "warn" | "absent";
            code: string | null;
            sentence: string;
            firstBadSeq: number | null;
        };
        WitnessView: {
            name: string;
            vkey: string;
            url: string | null;
            size: number;
            /** @description It cosigned the newest head. */
            current: boolean;
        };
        WorkspaceGrantRequest: {
            /** @description Null: the grant every installation begins with. */
            grant: (string | components["schemas"]["ScopedAction"])[] | null;
        };
        WorkspaceGrantView: {
            workspace: string;
            grant: (string | components["schemas"]["ScopedAction"])[];
            /** @description Null: nobody has set it. */
            setBy: string | null;
            setAt: string | null;
        };
    };
    responses: {
        /** @description Codes: request_invalid. */
        "400.request_invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: internal. */
        "500.internal": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: json_duplicate_key, json_invalid_utf8, json_lone_surrogate, json_malformed, json_number_not_exact, json_reserved_key, json_too_deep, json_too_many_values, request_invalid. */
        "400.json.request_invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: media_type_unsupported. */
        "415.media_type_unsupported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: body_too_large. */
        "413.body_too_large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: store_unavailable. */
        "503.store_unavailable": {
            headers: {
                /** @description Seconds after which trying again makes sense. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: key_invalid, session_expired, unauthenticated. */
        "401.key_invalid.session_expired.unauthenticated": {
            headers: {
                /** @description Bearer realm="runseal". */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: foreign_origin. */
        "403.foreign_origin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: foreign_origin, workspace_denied. */
        "403.foreign_origin.workspace_denied": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: queue_full. */
        "429.queue_full": {
            headers: {
                /** @description Seconds after which trying again makes sense. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: cursor_invalid, request_invalid. */
        "400.cursor_invalid.request_invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: internal, store_damaged. */
        "500.internal.store_damaged": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: address_too_long. */
        "414.address_too_long": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: run_unknown. */
        "404.run_unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: session_unknown. */
        "404.session_unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: session_ambiguous. */
        "409.session_ambiguous": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: session_ambiguous, session_busy. */
        "409.session_ambiguous.session_busy": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: session_ambiguous, session_busy, session_sealed. */
        "409.session_ambiguous.session_busy.session_sealed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: run_pruned. */
        "410.run_pruned": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: too_many_streams. */
        "429.too_many_streams": {
            headers: {
                /** @description Seconds after which trying again makes sense. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: approval_unknown. */
        "404.approval_unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: workspace_denied. */
        "403.workspace_denied": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: search_too_long. */
        "422.search_too_long": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: event_unknown, run_unknown. */
        "404.event_unknown.run_unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: not_sealed. */
        "409.not_sealed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: too_many_questions. */
        "429.too_many_questions": {
            headers: {
                /** @description Seconds after which trying again makes sense. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: admin_required, foreign_origin. */
        "403.admin_required.foreign_origin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: not_sealed, run_held. */
        "409.not_sealed.run_held": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Codes: tile_unknown. */
        "404.tile_unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    showHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            500: components["responses"]["500.internal"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            500: components["responses"]["500.internal"];
            /** @description Codes: stopping, store_unavailable. */
            503: {
                headers: {
                    /** @description Seconds after which trying again makes sense. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            /** @description Codes: key_invalid. */
            401: {
                headers: {
                    /** @description Bearer realm="runseal". */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: rate_limited. */
            429: {
                headers: {
                    /** @description Seconds after which trying again makes sense. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    closeSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description None any more. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 200 visible characters. Send the same one again to be sure of one run. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Where the run is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalAccepted"];
                };
            };
            /** @description OK */
            201: {
                headers: {
                    /** @description Where the run is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalAccepted"];
                };
            };
            /** @description Codes: idempotency_key_invalid, json_duplicate_key, json_invalid_utf8, json_lone_surrogate, json_malformed, json_number_not_exact, json_reserved_key, json_too_deep, json_too_many_values, request_invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            /** @description Codes: halt_stands, idempotency_conflict. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: action_unknown, containment_unavailable, egress_uncontained, grant_invalid, harness_logged_out, harness_missing, harness_not_ready, harness_not_runnable, harness_too_old, harness_unknown, harness_unverified, lockdown_missing, model_endpoint_missing, model_required, pool_unknown, profile_unknown, provider_invalid, scope_unsupported, thread_unsupported, thread_unusable. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["429.queue_full"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planGoal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalPlan"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: harness_unknown, profile_unknown. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                harness?: string;
                model?: string;
                state?: components["schemas"]["RunState"];
                workspace?: string;
                /** @description Who asked for the goal. */
                principal?: string;
                /** @description How much of the sealed record is enforced: all of it, at least half, less, nothing; or no events. */
                share?: "all" | "most" | "less" | "none" | "empty";
                /** @description An action that the sealed run dispatched. */
                tool?: string;
                /** @description A surface that the sealed run has a gap about. */
                gap?: string;
                /** @description What this server's last verification found, e.g. integrity:fail; failing: any that failed; unverified: sealed and still here, never verified here. */
                verdict?: string;
                /** @description Sealed runs with native calls past the waist, or whose harness did not behave as its profile says. */
                odd?: "native" | "drift";
                /** @description Whether a run that ended is sealed. */
                sealed?: "yes" | "no";
                /** @description Submitted at this time or later. */
                since?: string;
                /** @description Submitted before this time. */
                until?: string;
                /** @description Words to find in the objective, or the start of a run id. */
                q?: string;
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            400: components["responses"]["400.cursor_invalid.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportRuns: {
        parameters: {
            query?: {
                harness?: string;
                model?: string;
                state?: components["schemas"]["RunState"];
                workspace?: string;
                /** @description Who asked for the goal. */
                principal?: string;
                /** @description How much of the sealed record is enforced: all of it, at least half, less, nothing; or no events. */
                share?: "all" | "most" | "less" | "none" | "empty";
                /** @description An action that the sealed run dispatched. */
                tool?: string;
                /** @description A surface that the sealed run has a gap about. */
                gap?: string;
                /** @description What this server's last verification found, e.g. integrity:fail; failing: any that failed; unverified: sealed and still here, never verified here. */
                verdict?: string;
                /** @description Sealed runs with native calls past the waist, or whose harness did not behave as its profile says. */
                odd?: "native" | "drift";
                /** @description Whether a run that ended is sealed. */
                sealed?: "yes" | "no";
                /** @description Submitted at this time or later. */
                since?: string;
                /** @description Submitted before this time. */
                until?: string;
                /** @description Words to find in the objective, or the start of a run id. */
                q?: string;
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV (RFC 4180), or one RunSummary a line where format is jsonl. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showMix: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mix"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    haltRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HaltRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.run_unknown"];
            /** @description Codes: run_ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sealRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seal"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.run_unknown"];
            /** @description Codes: run_active. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                project?: string;
                workspace?: string;
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["400.cursor_invalid.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentSessionRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    /** @description Where the session is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            /** @description Codes: halt_stands, harness_changed, placement_refused, session_exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: action_unknown, containment_unavailable, grant_invalid, harness_not_ready, harness_unknown, harness_unreachable, input_unsupported, model_endpoint_missing, model_required, pool_unknown, protocol_violation, scope_unsupported, session_unsupported. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["429.queue_full"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous.session_busy"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forkSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForkRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForkDone"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            /** @description Codes: event_unknown, session_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Codes: fork_unsafe, halt_stands, placement_refused, session_ambiguous, session_exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: harness_unknown, harness_unreachable, protocol_violation. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suspendSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionReason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous.session_busy.session_sealed"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionReason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous.session_busy.session_sealed"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sealSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionReason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous.session_busy"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTurns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamTurn: {
        parameters: {
            query?: {
                /** @description Last seq already seen; the Last-Event-ID header wins. */
                after?: number;
            };
            header?: {
                /** @description Last seq already seen; resumes after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Session id, or its name. */
                session: string;
                turn: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description event: session, {session, turn}; event: message, one EventView each, its seq as id; event: delta, {turn, after, from, text} that is shown as it comes and is not on the record: said after that event, behind so many UTF-16 units since; event: end, the TurnView; event: problem, where the reader may not read on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: session_unknown, turn_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["409.session_ambiguous"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            429: components["responses"]["429.too_many_streams"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    execTurn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecRequest"];
            };
        };
        responses: {
            /** @description event: session, {session, turn}; event: message, one EventView each, its seq as id; event: delta, {turn, after, from, text} that is shown as it comes and is not on the record: said after that event, behind so many UTF-16 units since; event: end, the TurnView; event: problem, where the reader may not read on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnAccepted"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.session_unknown"];
            /** @description Codes: halt_stands, last_seq_mismatch, nothing_to_redrive, session_ambiguous, session_busy, session_halted, session_sealed, session_suspended, turn_unfinished. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: input_unsupported. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Codes: queue_full, too_many_streams. */
            429: {
                headers: {
                    /** @description Seconds after which trying again makes sense. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTurn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionReason"];
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.session_unknown"];
            /** @description Codes: session_ambiguous, turn_not_open. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaySession: {
        parameters: {
            query?: {
                from?: number;
                /** @description 0 is the newest. */
                to?: number;
                /** @description The events shared with the parents, before its own. */
                inherited?: "true" | "false";
            };
            header?: {
                /** @description Of a stream: how many lines were seen already; resumes after them. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Session id, or its name. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One {run, seq, type, canonical} a line; canonical in base64. As a stream: event: message, one line each, its number as id; event: end, {lines}; event: problem, where the reader may not read on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/event-stream": string;
                };
            };
            /** @description Codes: range_invalid, request_invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.session_unknown"];
            409: components["responses"]["409.session_ambiguous"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            429: components["responses"]["429.too_many_streams"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showSums: {
        parameters: {
            query?: {
                /** @description How many UTC days back, today among them. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sums"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                state?: components["schemas"]["ApprovalState"];
                workspace?: string;
                run?: string;
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
            400: components["responses"]["400.cursor_invalid.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Approval id. */
                approval: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDetail"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.approval_unknown"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Approval id. */
                approval: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDetail"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: approval_not_yours, foreign_origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["404.approval_unknown"];
            /** @description Codes: approval_changed, approval_decided, approval_expired, approval_mismatch, approval_withdrawn. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportApprovals: {
        parameters: {
            query?: {
                state?: components["schemas"]["ApprovalState"];
                workspace?: string;
                run?: string;
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV (RFC 4180), or one ApprovalView a line where format is jsonl. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportLedgerEntries: {
        parameters: {
            query?: {
                /** @description How many entries of the log to pass over. */
                after?: number;
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV (RFC 4180), or one LedgerEntryView a line where format is jsonl. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHalts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltOrderList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    placeHalt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HaltOrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltOrderPlaced"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    liftHalt: {
        parameters: {
            query: {
                scope: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltOrderView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            /** @description Codes: halt_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putPool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PoolRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Workspace. */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceGrantView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.workspace_denied"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Workspace. */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceGrantRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceGrantView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin.workspace_denied"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: action_unknown, grant_invalid, scope_unsupported. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Last seq already seen. */
                after?: number;
                /** @description Last seq wanted. */
                upTo?: number;
                limit?: number;
                /** @description Tiers, separated by commas. */
                tier?: string;
                /** @description Event types, separated by commas. */
                type?: string;
                /** @description Number of a call. */
                call?: number;
                /** @description Words that all stand in the bytes of the event; hex digits are also looked for as bytes. */
                q?: string;
            };
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            422: components["responses"]["422.search_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCounts"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    markEvents: {
        parameters: {
            query?: {
                /** @description Matches from one mark to the next. */
                every?: number;
                /** @description Tiers, separated by commas. */
                tier?: string;
                /** @description Event types, separated by commas. */
                type?: string;
                /** @description Number of a call. */
                call?: number;
                /** @description Words that all stand in the bytes of the event; hex digits are also looked for as bytes. */
                q?: string;
            };
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventMarks"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            422: components["responses"]["422.search_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Last seq already seen; the Last-Event-ID header wins. */
                after?: number;
            };
            header?: {
                /** @description Last seq already seen; resumes after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description event: message, one EventView each; event: delta, {turn, after, from, text} that a session shows as it comes and that is not on the record; event: end, {run, size, sealed}; event: problem, where the reader may not read on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            429: components["responses"]["429.too_many_streams"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    proveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
                seq: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.event_unknown.run_unknown"];
            409: components["responses"]["409.not_sealed"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Last call already seen. */
                after?: number;
                limit?: number;
                /** @description First seq of a stretch. */
                from?: number;
                /** @description Last seq of the stretch. */
                to?: number;
            };
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Provetrail record: exact event bytes and checkpoint. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/cbor": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            409: components["responses"]["409.not_sealed"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSlice: {
        parameters: {
            query: {
                /** @description Seqs and ranges of them, e.g. "3,7,10-12"; at most 10,000 events. */
                events: string;
            };
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Slice: {format, size, indexes, events, hashes, checkpoint}. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/cbor": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.event_unknown.run_unknown"];
            409: components["responses"]["409.not_sealed"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            /** @description Codes: seqs_invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportLeaves: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One leaf hash a line, 64 hex digits, in seq order. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportContents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One {commitment, salt, bytes, media} a line: hex, hex, base64, text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
                commitment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes; X-Content-Media names what they are, X-Content-Salt the salt (hex). */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    /** @description What the bytes are, as the record says. */
                    "X-Content-Media"?: string;
                    /** @description The salt of the commitment, hex. */
                    "X-Content-Salt"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: content_unknown, run_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Codes: content_erased, run_pruned. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            409: components["responses"]["409.not_sealed"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            429: components["responses"]["429.too_many_questions"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasureRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDone"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            404: components["responses"]["404.event_unknown.run_unknown"];
            409: components["responses"]["409.not_sealed.run_held"];
            410: components["responses"]["410.run_pruned"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tagSubject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagDone"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.foreign_origin"];
            404: components["responses"]["404.event_unknown.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSubjectRuns: {
        parameters: {
            query: {
                subject: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            run: string;
                            workspace: string;
                            contents: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHolds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    placeHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            404: components["responses"]["404.run_unknown"];
            /** @description Codes: run_held. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["410.run_pruned"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    liftHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            404: components["responses"]["404.run_unknown"];
            /** @description Codes: run_not_held. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showPrune: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PruneView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: prune_not_requested, run_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestPrune: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PruneRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PruneView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            404: components["responses"]["404.run_unknown"];
            409: components["responses"]["409.not_sealed.run_held"];
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmPrune: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PruneView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            404: components["responses"]["404.run_unknown"];
            /** @description Codes: prune_not_requested, run_held, two_people_needed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRetentions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionList"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.media_type_unsupported"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRetention: {
        parameters: {
            query: {
                workspace: string;
                /** @description Days after the seal; without them those of the policy that is set. */
                days?: number;
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
            400: components["responses"]["400.cursor_invalid.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.workspace_denied"];
            /** @description Codes: retention_not_set. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["422.search_too_long"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    auditRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            414: components["responses"]["414.address_too_long"];
            429: components["responses"]["429.too_many_questions"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askRun: {
        parameters: {
            query: {
                /** @description e.g. "tool:workspace_write called", "path:src/a.ts touched", "host:example.org reached". */
                q: string;
            };
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            409: components["responses"]["409.not_sealed"];
            410: components["responses"]["410.run_pruned"];
            414: components["responses"]["414.address_too_long"];
            /** @description Codes: claim_unreadable. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["429.too_many_questions"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entry, inclusion path and the cosigned head. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            409: components["responses"]["409.not_sealed"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            /** @description Codes: receipt_pending, store_unavailable. */
            503: {
                headers: {
                    /** @description Seconds after which trying again makes sense. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readTimeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description TimeStampToken, DER: its imprint is the SHA-256 of the checkpoint. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/timestamp-token": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: run_unknown, time_token_none. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["409.not_sealed"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLedgerEntries: {
        parameters: {
            query?: {
                /** @description How many entries of the log to pass over. */
                after?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUnsealedRuns: {
        parameters: {
            query?: {
                /** @description How many entries of the log to pass over. */
                after?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsealedPage"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    proveConsistency: {
        parameters: {
            query: {
                from: number;
                to: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsistencyView"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: ledger_size_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A signed note: origin, size, root, signatures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            /** @description Codes: ledger_empty. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readEntryBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 16-bit length, entry; one after the other. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.workspace_denied"];
            404: components["responses"]["404.tile_unknown"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                level: string;
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 1 to 256 hashes of 32 bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["400.request_invalid"];
            404: components["responses"]["404.tile_unknown"];
            414: components["responses"]["414.address_too_long"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compareRuns: {
        parameters: {
            query: {
                left: string;
                right: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            404: components["responses"]["404.run_unknown"];
            410: components["responses"]["410.run_pruned"];
            /** @description Codes: too_long_to_compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["429.too_many_questions"];
            500: components["responses"]["500.internal.store_damaged"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHarnesses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HarnessList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRemoteHarnesses: {
        parameters: {
            query?: {
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description Retired ones as well. */
                retired?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteHarnessPage"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            /** @description Codes: admin_required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    markKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a key that has sealed here. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyMarkRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            400: components["responses"]["400.json.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            403: components["responses"]["403.admin_required.foreign_origin"];
            /** @description Codes: key_unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["413.body_too_large"];
            414: components["responses"]["414.address_too_long"];
            415: components["responses"]["415.media_type_unsupported"];
            /** @description Codes: since_invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.request_invalid"];
            401: components["responses"]["401.key_invalid.session_expired.unauthenticated"];
            500: components["responses"]["500.internal"];
            503: components["responses"]["503.store_unavailable"];
            /** @description A problem, with a stable code. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
