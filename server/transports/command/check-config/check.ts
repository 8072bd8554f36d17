import type { Config } from '#server/platform/config/config.ts'

export interface CheckResult {
  /** What was checked, in a few words. */
  subject: string
  status: 'ok' | 'warning' | 'failed' | 'off'
  /** Without secrets. */
  detail: string
}

export interface CheckInput {
  readonly config: Config
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of the project. */
  readonly directory: string
}

/** Checks what some settings name. Returns a result for each subject; never throws for a problem of the installation. */
export type Check = (input: CheckInput) => Promise<CheckResult[]>

export const result = (status: CheckResult['status'], subject: string, detail: string): CheckResult => ({
  subject,
  status,
  detail,
})
