import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '../../kit/find-program.ts'
import { DEPLOY } from '../../kit/reverse-proxies.ts'

const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-proxy-'))
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'rapport.example' }])
  await writeFile(join(folder, 'tls_key'), key)
  await writeFile(join(folder, 'tls_certificate'), cert)
  await writeFile(join(folder, 'both.pem'), `${cert}\n${key}`)
})
afterEach(() => rm(folder, { recursive: true }))

// tests/faults/proxies.test.ts runs both behind plain HTTP.
describe('the configurations with TLS', () => {
  it('pass the check of nginx', async (context) => {
    const nginx = findProgram('nginx')
    if (!nginx) return context.skip('nginx is not installed')
    await cp(join(DEPLOY, 'nginx'), folder, { recursive: true })
    for (const name of ['nodes.conf', 'streams.conf', 'listen.conf']) {
      const text = await readFile(join(folder, name), 'utf8')
      // Neither the names of the containers nor their secrets exist here.
      await writeFile(
        join(folder, name),
        text.replaceAll(/app\d/g, '127.0.0.1').replaceAll('/run/secrets', folder),
      )
    }
    const { stderr } = await run(nginx, [
      '-t',
      '-p',
      folder,
      '-c',
      join(folder, 'nginx.conf'),
      '-g',
      `pid ${join(folder, 'nginx.pid')};`,
    ])
    expect(stderr).toContain('test is successful')
  })

  it('pass the check of HAProxy', async (context) => {
    const haproxy = findProgram('haproxy')
    if (!haproxy) return context.skip('haproxy is not installed')
    const node = '127.0.0.1:3000'
    const nodes = { RAPPORT_NODE_1: node, RAPPORT_NODE_2: node, RAPPORT_NODE_3: node }
    const { stdout } = await run(haproxy, ['-c', '-V', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')], {
      env: { RAPPORT_CERTIFICATE: join(folder, 'both.pem'), ...nodes },
    })
    expect(stdout).toContain('Configuration file is valid')
  })
})
