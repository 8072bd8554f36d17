import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import { loadConfig } from '#server/platform/config/config.ts'
import { readDockerfile } from '../../kit/container-image.ts'
import { findProgram } from '../../kit/find-program.ts'
import { DEPLOY } from '../../kit/reverse-proxies.ts'

const MODELS = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Namespace,
  Service,
  ServiceAccount,
}
type Kind = keyof typeof MODELS
const isKind = (kind: string): kind is Kind => kind in MODELS

const kustomization = z.object({
  kind: z.literal('Kustomization'),
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })).default([]),
})
const adapter = z.object({
  prometheus: z.object({ url: z.url(), port: z.number() }),
  rules: z.object({
    default: z.literal(false),
    custom: z.array(
      z.strictObject({
        seriesQuery: z.string(),
        resources: z.object({
          overrides: z.object({
            namespace: z.object({ resource: z.literal('namespace') }),
            pod: z.object({ resource: z.literal('pod') }),
          }),
        }),
        name: z.object({ as: z.string() }),
        metricsQuery: z.string(),
      }),
    ),
  }),
})
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) })
/** The properties of the deployment that guard security and availability. */
const deployment = z.object({
  spec: z.object({
    replicas: z.undefined().optional(),
    strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.literal(0) }) }),
    template: z.object({
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.number(),
          seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.tuple([
          z.object({
            securityContext: z.object({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
              capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
            }),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
})
const autoscaler = z.object({
  spec: z.object({
    metrics: z.array(
      z.union([
        z.object({ type: z.literal('Pods'), pods: z.object({ metric: z.object({ name: z.string() }) }) }),
        z.object({ type: z.literal('Resource'), resource: z.object({ name: z.literal('cpu') }) }),
      ]),
    ),
  }),
})
const named = z.object({ kind: z.string(), spec: z.unknown().optional() })

const FOLDER = join(DEPLOY, 'kubernetes')
const read = (path: string): unknown => parse(readFileSync(join(FOLDER, path), 'utf8'))
const FOLDERS = ['base', 'overlays/example'] as const
const manifestsOf = (folder: string) =>
  readdirSync(join(FOLDER, folder)).filter((name) => name !== 'kustomization.yaml')

/** The rules of the adapter for custom metrics. */
const adapterRules = () => adapter.parse(read('prometheus-adapter.yaml')).rules.custom

describe('the Kubernetes manifests', () => {
  it.each(FOLDERS.flatMap((folder) => manifestsOf(folder).map((name) => `${folder}/${name}`)))(
    'fit the schema of their kind: %s',
    (path) => {
      const manifest = read(path)
      const { kind } = named.parse(manifest)
      if (!isKind(kind)) throw new Error(`no schema for ${kind}`)
      const model: { validate(): void } = Reflect.construct(MODELS[kind], [manifest])
      expect(() => model.validate()).not.toThrow()
    },
  )

  it.each(FOLDERS)('list each of their files: %s', (folder) => {
    const { resources } = kustomization.parse(read(`${folder}/kustomization.yaml`))
    expect(resources.filter((name) => !name.startsWith('..')).sort()).toEqual(manifestsOf(folder).sort())
  })

  it('run a node as the user of the image, without privileges, and replace it without a gap', () => {
    const { template } = deployment.parse(read('base/deployment.yaml')).spec
    expect(template.spec.securityContext.runAsUser).toBe(readDockerfile().user)
    const [container] = template.spec.containers
    const pathOf = ({ httpGet }: z.output<typeof probe>) => httpGet.path
    expect(pathOf(container.startupProbe)).toBe('/readyz')
    expect(pathOf(container.readinessProbe)).toBe('/readyz')
    expect(pathOf(container.livenessProbe)).toBe('/healthz')
  })

  it('log no request at the ingress', () => {
    const { metadata } = z
      .object({ metadata: z.object({ annotations: z.record(z.string(), z.string()) }) })
      .parse(read('base/ingress.yaml'))
    expect(metadata.annotations['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false')
  })

  it('give a pod more time to stop than its delay and its requests under way need', () => {
    const { configMapGenerator } = kustomization.parse(read('base/kustomization.yaml'))
    const settings = new Map(
      configMapGenerator
        .flatMap(({ literals }) => literals)
        .map((literal) => {
          const [name = '', value = ''] = literal.split('=')
          return [name, value]
        }),
    )
    const { terminationGracePeriodSeconds } = deployment.parse(read('base/deployment.yaml')).spec.template
      .spec
    expect(Number(settings.get('SHUTDOWN_DELAY'))).toBeGreaterThan(0)
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(settings.get('SHUTDOWN_DELAY')) + 8 + 5)
    expect(() => loadConfig(Object.fromEntries(settings))).not.toThrow()
  })

  it('scale on metrics that the server has, and on the processor without them', () => {
    const { metrics } = autoscaler.parse(read('base/autoscaler.yaml')).spec
    const names = metrics.flatMap((metric) => (metric.type === 'Pods' ? [metric.pods.metric.name] : []))
    expect(names).toEqual(['rapport_streams', 'nodejs_eventloop_lag_p99_seconds'])
    const register = new Registry()
    collectDefaultMetrics({ register })
    expect(register.getSingleMetric('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
    const sources = globSync('server/*.ts').map((file) => readFileSync(file, 'utf8'))
    expect(sources.some((source) => source.includes("'rapport_streams'"))).toBe(true)
    expect(metrics.some(({ type }) => type === 'Resource')).toBe(true)
  })

  it('scale on exactly the metrics for which the adapter has a rule', () => {
    const { metrics } = autoscaler.parse(read('base/autoscaler.yaml')).spec
    const names = metrics.flatMap((metric) => (metric.type === 'Pods' ? [metric.pods.metric.name] : []))
    expect(adapterRules().map(({ name }) => name.as)).toEqual(names)
    for (const { seriesQuery, name } of adapterRules())
      expect(seriesQuery).toBe(`${name.as}{namespace!="",pod!=""}`)
  })

  it('give the adapter queries that Prometheus understands', async (context) => {
    const promtool = findProgram('promtool')
    if (!promtool) return context.skip('promtool is not installed')
    const rules = adapterRules().map(({ metricsQuery, name }) => ({
      record: `rendered:${name.as}`,
      expr: metricsQuery
        .replaceAll('<<.GroupBy>>', 'pod')
        .replaceAll('<<.Series>>', name.as)
        .replaceAll('<<.LabelMatchers>>', 'namespace="rapport",pod=~"a|b"'),
    }))
    const folder = mkdtempSync(join(tmpdir(), 'rapport-adapter-'))
    const file = join(folder, 'rules.yml')
    writeFileSync(file, stringify({ groups: [{ name: 'adapter', rules }] }))
    const { stdout } = await promisify(execFile)(promtool, ['check', 'rules', file])
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`)
    rmSync(folder, { recursive: true })
  })
})
