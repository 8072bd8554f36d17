import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const files = globSync('server/**/*.ts', { cwd: ROOT }).map((file) => ({
  file: relative(ROOT, resolve(ROOT, file)),
  text: readFileSync(resolve(ROOT, file), 'utf8'),
}))
const withText = (pattern: RegExp) =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort()

describe('the OpenTelemetry libraries', () => {
  it('serve the tracing alone', () => {
    expect(withText(/from '@opentelemetry\//)).toEqual([
      'server/platform/tracing/log-failures-once.ts',
      'server/platform/tracing/open-tracing.ts',
    ])
  })

  it('load only when a collector is set', () => {
    expect(withText(/from '.*\/(open-tracing|log-failures-once)\.ts'/)).toEqual([
      'server/platform/tracing/open-tracing.ts',
    ])
    expect(withText(/await import\('.*open-tracing\.ts'\)/)).toEqual(['server/app.ts'])
  })
})
