import { resolve } from 'node:path'
import { type Config, ConfigError, loadConfig } from '#server/platform/config/config.ts'
import type { Check, CheckResult } from './check.ts'
import { CHECKS } from './checks.ts'

const SIGNS = { ok: 'ok', warning: 'warning', failed: 'FAILED', off: '-' } as const
const DIRECTORY = resolve(import.meta.dirname, '../../../..')

export interface CheckOptions {
  environment: Readonly<Record<string, string | undefined>>
  json: boolean
  print(text: string): void
  checks?: readonly Check[]
}

/** Checks everything that the settings name, and prints a table. Returns 1 when a check failed, else 0. */
export async function runCheckConfig({
  environment,
  json,
  print,
  checks = CHECKS,
}: CheckOptions): Promise<number> {
  const results = await resultsOf(environment, checks)
  const hasFailed = results.some(({ status }) => status === 'failed')
  print(json ? `${JSON.stringify({ works: !hasFailed, results })}\n` : tableOf(results))
  return hasFailed ? 1 : 0
}

async function resultsOf(environment: CheckOptions['environment'], checks: readonly Check[]) {
  const config = read(environment)
  if (config instanceof ConfigError)
    return config.problems.map((detail): CheckResult => ({ subject: 'settings', status: 'failed', detail }))
  const results = checks.map((check) => check({ config, environment, directory: DIRECTORY }))
  return (await Promise.all(results)).flat()
}

function read(environment: CheckOptions['environment']): Config | ConfigError {
  try {
    return loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

function tableOf(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ subject }) => subject.length))
  const lines = results.map(
    ({ status, subject, detail }) => `${SIGNS[status].padEnd(7)}  ${subject.padEnd(width)}  ${detail}`,
  )
  return `${lines.join('\n')}\n`
}
