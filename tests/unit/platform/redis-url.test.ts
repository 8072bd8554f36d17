import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { parseRedisUrl, RedisUnreachable, RedisUrlError } from '#server/platform/redis/index.ts'

const problemOf = (value: string): string => {
  try {
    parseRedisUrl(value)
  } catch (error) {
    if (error instanceof RedisUrlError) return error.message
    throw error
  }
  return 'none'
}

describe('REDIS_URL', () => {
  it('names one server', () => {
    for (const url of ['redis://a', 'rediss://user:secret@a:7000/2'])
      expect(parseRedisUrl(url)).toEqual({ kind: 'server', url })
  })

  it('names servers of a cluster, with 6379 as the default port', () => {
    expect(parseRedisUrl('redis+cluster://a:7000,10.0.0.1,[::1]:7002')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 7000 },
        { host: '10.0.0.1', port: 6379 },
        { host: '::1', port: 7002 },
      ],
      access: {},
    })
  })

  it('encrypts connections and logs in where it says so', () => {
    const target = parseRedisUrl('rediss+cluster://app:p%40ss:word@a:7000/0')
    expect(target).toMatchObject({ access: { username: 'app', password: 'p@ss:word', tls: {} } })
    expect(parseRedisUrl('redis+cluster://:secret@a')).toMatchObject({ access: { password: 'secret' } })
  })

  it('names sentinels, the primary behind them and a database', () => {
    expect(parseRedisUrl('redis+sentinel://:data@a,b:7001/mymaster/3?sentinelPassword=s%26')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 7001 },
      ],
      name: 'mymaster',
      db: 3,
      access: { password: 'data' },
      sentinelPassword: 's&',
    })
    expect(parseRedisUrl('redis+sentinel://a/mymaster')).toMatchObject({ db: 0, sentinelPassword: null })
  })

  it.each([
    ['http://a', 'expected redis://…, redis+cluster://… or redis+sentinel://…'],
    ['redis://a:7000,b:7001', 'several addresses need redis+cluster://… or redis+sentinel://…'],
    ['redis+cluster://', 'expected addresses with ports'],
    ['redis+cluster://a:7000,', 'expected addresses with ports'],
    ['redis+cluster://a:70000', 'expected addresses with ports'],
    ['redis+cluster://a:7000/1', 'a Redis Cluster has database 0 only'],
    ['redis+sentinel://a:26379', 'expected the name of the primary'],
    ['redis+sentinel://a:26379/mymaster/x', 'expected the number of a database'],
    ['redis+cluster://:%@a', 'expected special characters of names and passwords as %XX'],
  ])('cannot be %j', (value, problem) => {
    expect(problemOf(value)).toContain(problem)
  })

  it('must be valid when the server starts', () => {
    expect(() => loadConfig({ REDIS_URL: 'redis+sentinel://a:26379' })).toThrow(ConfigError)
    expect(loadConfig({ REDIS_URL: 'redis+cluster://a:7000,b' }).redisUrl).toBe('redis+cluster://a:7000,b')
  })

  it('appears without its password when Redis cannot be reached', () => {
    const { message } = new RedisUnreachable(
      parseRedisUrl('redis+cluster://user:secret@a:7000,[::1]:7001'),
      new Error('connect ECONNREFUSED'),
    )
    expect(message).toBe('Cannot reach Redis at a:7000, [::1]:7001 (REDIS_URL): connect ECONNREFUSED')
  })
})
