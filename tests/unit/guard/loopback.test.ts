import { describe, expect, it } from 'vitest'
import { exposedBy, exposureProblems } from '#server/platform/config/exposure.ts'
import { isLocalRequest, isLoopback } from '#server/platform/http/loopback.ts'
import { aRequest } from '../../kit/server-request.ts'

describe('a host', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'means this machine: %s',
    (host) => {
      expect(isLoopback(host)).toBe(true)
    },
  )

  it.each([
    '',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '1127.0.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.localhost.example',
    '[::2]',
    '::2',
    '127.evil.example',
    'x[::1]',
    '[::1]x',
  ])('does not mean this machine: %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

describe('a request', () => {
  const isLocal = (headers: Record<string, string>, peer = '127.0.0.1') =>
    isLocalRequest(aRequest(headers, { peer }))

  it('accepts a request from this machine to this machine as local', () => {
    expect(isLocal({ host: 'localhost:3000' })).toBe(true)
    expect(isLocal({ host: '[::1]:3000' }, '::1')).toBe(true)
  })

  it.each(['10.0.0.7', '203.0.113.7'])('does not count as local from %s', (address) => {
    expect(isLocal({ host: 'localhost:3000' }, address)).toBe(false)
  })

  it('does not count as local over a closed socket', () => {
    expect(isLocalRequest(aRequest({ host: 'localhost' }))).toBe(false)
  })

  it.each(['evil.example', 'evil.example:3000', '', 'local host', '127.0.0.1.evil.example'])(
    'does not count as local for the host %j, because its name may point here',
    (host) => {
      expect(isLocal({ host })).toBe(false)
    },
  )

  it('does not count as local without a host', () => {
    expect(isLocal({})).toBe(false)
  })

  it.each([
    'forwarded',
    'via',
    'x-forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-original-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
  ])('does not count as local when a proxy forwarded it with %s', (name) => {
    expect(isLocal({ host: 'localhost', [name]: '127.0.0.1' })).toBe(false)
  })

  it.each(['x-via', 'viable', 'x-forwarded2', 'via-x', 'not-forwarded', 'cf-connecting-ip-x'])(
    'counts as local with the header %s, which no proxy adds',
    (name) => {
      expect(isLocal({ host: 'localhost', [name]: 'x' })).toBe(true)
    },
  )
})

describe('a server', () => {
  const local = { HOST: '127.0.0.1', NODE_ENV: 'development' } as const

  it('becomes exposed by its host, its public address or production', () => {
    expect(exposedBy(local)).toBeNull()
    expect(exposedBy({ ...local, PUBLIC_URL: 'http://localhost:3000' })).toBeNull()
    expect(exposedBy({ ...local, HOST: '0.0.0.0' })).toBe('HOST=0.0.0.0')
    expect(exposedBy({ ...local, PUBLIC_URL: 'https://rapport.example' })).toBe(
      'PUBLIC_URL=https://rapport.example',
    )
    expect(exposedBy({ ...local, NODE_ENV: 'production' })).toBe('NODE_ENV=production')
  })

  it('requires real mail and no demo when it is exposed', () => {
    const open = { ...local, HOST: '0.0.0.0' }
    expect(exposureProblems(local)).toEqual([])
    expect(exposureProblems({ ...local, DEMO: true })).toEqual([])
    expect(exposureProblems(open)).toEqual([expect.stringContaining('SMTP_URL')])
    expect(exposureProblems({ ...open, SMTP_URL: 'smtp://mail' })).toEqual([])
    expect(exposureProblems({ ...open, SMTP_URL: 'smtp://mail', DEMO: true })).toEqual([
      expect.stringContaining('DEMO=on'),
    ])
    expect(exposureProblems({ ...open, NODE_ENV: 'production' })).toEqual([])
  })
})
