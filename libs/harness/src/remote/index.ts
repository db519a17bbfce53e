/** Remote harnesses: programs elsewhere that speak the protocol of docs/remote-harness.md. */
export { hostAndPort, isLiteralLoopback, remoteAddress, type RemoteAddress } from './address.ts';
export { describeRemote, digestOf, placementRefusal, type Described } from './descriptor.ts';
export { descriptionOf, remoteDriver, type RemoteHarness } from './remote-driver.ts';
export { PROTOCOL, type Descriptor, type Mediation } from './wire.ts';
