import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findProgram } from '../../kit/find-program.ts'
import { call } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PROMETHEUS = resolve(ROOT, 'deploy/prometheus')
const DASHBOARDS = resolve(ROOT, 'deploy/grafana/dashboards')
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8')
const rules = read('deploy/prometheus/rapport.rules.yml')

const METRIC = /\b(?:rapport|nodejs|process)_\w+/g
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const runbooks = [...read('docs/operations/runbooks.md').matchAll(/^## (\w+)$/gm)].map(
  ([, name = '']) => name,
)

interface Panel {
  title: string
  targets?: { expr: string }[]
}

const dashboards = readdirSync(DASHBOARDS).map((file) => ({
  file,
  panels: (JSON.parse(readFileSync(resolve(DASHBOARDS, file), 'utf8')) as { panels: Panel[] }).panels,
}))

describe('the alert rules and the configuration of Prometheus', () => {
  it.for([
    { what: 'the rules', args: ['check', 'rules', 'rapport.rules.yml'] },
    { what: 'the configuration', args: ['check', 'config', '--syntax-only', 'prometheus.yml'] },
    { what: 'the unit tests of the rules', args: ['test', 'rules', 'rapport.rules.test.yml'] },
  ])('pass promtool: $what', async ({ args }, context) => {
    const promtool = findProgram('promtool')
    if (!promtool) return context.skip('promtool is not installed')
    const { stdout } = await promisify(execFile)(promtool, args, { cwd: PROMETHEUS })
    expect(stdout).toContain('SUCCESS')
  })

  // Debian's promtool is built without the discovery of pods.
  it('pass promtool for Kubernetes, with fixed targets instead of pods', async (context) => {
    const promtool = findProgram('promtool')
    if (!promtool) return context.skip('promtool is not installed')
    const discovery = /kubernetes_sd_configs:[\s\S]*?names: \[rapport\]/
    const text = read('deploy/prometheus/kubernetes.yml')
    expect(text).toMatch(discovery)
    const folder = await mkdtemp(join(tmpdir(), 'rapport-prometheus-'))
    const file = join(folder, 'prometheus.yml')
    await writeFile(file, text.replace(discovery, "static_configs: [{ targets: ['pod:3000'] }]"))
    const { stdout } = await promisify(execFile)(promtool, ['check', 'config', '--syntax-only', file])
    expect(stdout).toContain('SUCCESS')
    await rm(folder, { recursive: true })
  })

  it('come with a runbook for every alert, and no other', () => {
    expect(runbooks).toEqual(alerts)
    expect(new Set(alerts).size).toBe(alerts.length)
    const links = [...rules.matchAll(/runbook_url: (\S+)/g)].map(([, link]) => link)
    expect(links).toEqual(alerts.map((name) => `docs/operations/runbooks.md#${name.toLowerCase()}`))
  })
})

describe('the metrics of a running server', () => {
  const node = useNode()

  it('pass promtool', async (context) => {
    const promtool = findProgram('promtool')
    if (!promtool) return context.skip('promtool is not installed')
    const { body } = await call(node.url, 'GET', '/metrics')
    const checked = spawn(promtool, ['check', 'metrics'])
    checked.stdin.end(String(body.text))
    const [problems, [code]] = await Promise.all([textOf(checked.stderr), once(checked, 'close')])
    expect(problems).toBe('')
    expect(code).toBe(0)
  })

  /** Returns the names that a scrape announces, with those of the series of a histogram. */
  async function exportedNames(): Promise<Set<string>> {
    const { body } = await call(node.url, 'GET', '/metrics')
    const types = [...String(body.text).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    return new Set(
      types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
  }

  it('include every one in the rules and dashboards', async () => {
    const exported = await exportedNames()
    const used = [
      rules,
      ...dashboards.flatMap(({ panels }) =>
        panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ),
    ].flatMap((text) => [...text.matchAll(METRIC)].map(([name]) => name))

    expect(used.filter((name) => !exported.has(name))).toEqual([])
    expect(new Set(used).size).toBeGreaterThan(20)
  })

  it('appear on a dashboard if they are our own', async () => {
    const exported = [...(await exportedNames())].filter((name) => name.startsWith('rapport_'))
    const shown = JSON.stringify(dashboards)
    const hidden = exported.filter((name) => !/_(bucket|sum|count)$/.test(name) && !shown.includes(name))

    expect(hidden).toEqual([])
  })
})
