import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const LIMITS = {
  noExcessiveLinesPerFunction: { group: 'complexity', maxLines: 60 },
  noExcessiveLinesPerFile: { group: 'style', maxLines: 300 },
} as const
type Limit = keyof typeof LIMITS

const configuration = z.object({
  overrides: z.array(
    z.object({
      includes: z.array(z.string()),
      linter: z.object({ rules: z.record(z.string(), z.record(z.string(), z.unknown())) }).optional(),
    }),
  ),
})
const report = z.object({ diagnostics: z.array(z.object({ location: z.object({ path: z.string() }) })) })

/** Returns the files that the configuration of Biome names as exceptions from a limit. */
async function exceptionsFrom(limit: Limit): Promise<string[]> {
  const text = await readFile(join(ROOT, 'biome.jsonc'), 'utf8')
  const { overrides } = configuration.parse(JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')))
  return overrides
    .filter(({ linter }) => linter?.rules[LIMITS[limit].group]?.[limit] === 'off')
    .flatMap(({ includes }) => includes)
    .filter((path) => !path.includes('*'))
}

/** Returns which of these files break a limit. */
async function overLimit(limit: Limit, files: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'size-limits-'))
  const { group, maxLines } = LIMITS[limit]
  const rule = { [limit]: { level: 'error', options: { maxLines } } }
  const rules = { preset: 'none', [group]: rule }
  await writeFile(
    join(folder, 'biome.json'),
    JSON.stringify({ root: true, linter: { rules }, css: { parser: { tailwindDirectives: true } } }),
  )
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const args = ['lint', `--config-path=${folder}`, '--reporter=json', '--max-diagnostics=none']
  const { stdout } = spawnSync(process.execPath, [biome, ...args, ...files], { cwd: ROOT, encoding: 'utf8' })
  await rm(folder, { recursive: true })
  const { diagnostics } = report.parse(JSON.parse(stdout))
  return [...new Set(diagnostics.map(({ location }) => location.path))]
}

it.each<Limit>(['noExcessiveLinesPerFunction', 'noExcessiveLinesPerFile'])(
  'every exception from %s in biome.jsonc is still needed',
  async (limit) => {
    const files = await exceptionsFrom(limit)
    // Without a file, Biome would check all of them.
    const needed = files.length > 0 ? await overLimit(limit, files) : []
    expect(needed.sort()).toEqual(files.toSorted())
  },
)

it('finds files that break a limit', async () => {
  const files = await exceptionsFrom('noExcessiveLinesPerFunction')
  expect(files.length).toBeGreaterThan(0)
  expect(await overLimit('noExcessiveLinesPerFunction', files)).not.toEqual([])
})
