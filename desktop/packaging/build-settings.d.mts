type Env = Readonly<Record<string, string | undefined>>

export function readBuildSettings(env: Env): { serverAddress: string; updateFeed: string | null }
export function checkRelease(env: Env, version: string): void
