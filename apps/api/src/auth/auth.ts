/** Who is asking. Every service takes it first. */
export interface Auth {
  /** Principal id, as it stands on the record. */
  readonly principal: string;
  readonly name: string;
  /** Tenants the principal may see; null means all of them. */
  readonly workspaces: readonly string[] | null;
  readonly via: 'key' | 'session';
  readonly expiresAt: Date | null;
}

/** True when the principal may see and use the workspace. */
export const mayUse = (auth: Auth, workspace: string): boolean =>
  auth.workspaces === null || auth.workspaces.includes(workspace);
