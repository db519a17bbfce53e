import dynamic from 'next/dynamic';

const seldom = () => import('./seldom.ts');

export const ErasedNote = dynamic(() => seldom().then((part) => part.ErasedNote), { ssr: false });
export const HaltButton = dynamic(() => seldom().then((part) => part.HaltButton), { ssr: false });
export const LimitsPanel = dynamic(() => seldom().then((part) => part.LimitsPanel), { ssr: false });
export const RemovedRun = dynamic(() => seldom().then((part) => part.RemovedRun), { ssr: false });
export const RunProblem = dynamic(() => seldom().then((part) => part.RunProblem), { ssr: false });
export const SealButton = dynamic(() => seldom().then((part) => part.SealButton), { ssr: false });
export const WaitingCalls = dynamic(() => seldom().then((part) => part.WaitingCalls), { ssr: false });
export const TurnsPanel = dynamic(() => seldom().then((part) => part.TurnsPanel), { ssr: false });
