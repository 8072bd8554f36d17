import { describe, expect, it } from 'vitest'
import { databaseProblem } from '#server/platform/stores/database-problem.ts'
import { redisProblem } from '#server/platform/stores/redis-problem.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})
const DATABASE = 'postgres://rapport:hush@db.example/rapport'
const REDIS = 'redis://:hush@cache.example:6380/2'

describe('a problem with the database', () => {
  it.each([
    [failure('connect ECONNREFUSED', 'ECONNREFUSED'), 'the connection was refused', true],
    [failure('getaddrinfo ENOTFOUND', 'ENOTFOUND'), 'no address is known for this host name', true],
    [failure('the database system is starting up', '57P03'), 'it is starting or stopping', true],
    [failure('timeout exceeded when trying to connect'), 'there was no answer', true],
    [
      failure('password authentication failed for user "rapport"', '28P01'),
      'refuses the user or the password',
      false,
    ],
    [failure('no pg_hba.conf entry for host', '28000'), 'Allow it in pg_hba.conf', false],
    [
      failure('database "rapport" does not exist', '3D000'),
      'has no database at db.example:5432/rapport',
      false,
    ],
    [failure('permission denied for schema public', '42501'), 'lacks a right', false],
    [
      failure('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      'Correct sslmode in DATABASE_URL',
      false,
    ],
  ])('gets an explanation for %s', (error, part, isTemporary) => {
    const problem = databaseProblem(error, DATABASE)
    expect(problem).toEqual({ sentence: expect.stringContaining(part), isTemporary })
    expect(problem?.sentence).toContain('db.example:5432/rapport')
    expect(problem?.sentence).toContain('DATABASE_URL')
    expect(problem?.sentence).not.toContain('hush')
  })

  it('shows the error of the last address tried', () => {
    const error = new AggregateError([failure('::1', 'EADDRNOTAVAIL'), failure('127.0.0.1', 'ECONNREFUSED')])
    expect(databaseProblem(error, DATABASE)?.sentence).toContain('the connection was refused')
  })

  it('does not include an error of the program', () => {
    expect(databaseProblem(new TypeError('x is not a function'), DATABASE)).toBeNull()
  })
})

describe('a problem with Redis', () => {
  it.each([
    [failure('connect ECONNREFUSED', 'ECONNREFUSED'), 'the connection was refused', true],
    [failure('LOADING Redis is loading the dataset in memory'), 'still loading', true],
    [failure('NOAUTH Authentication required.'), 'needs a password', false],
    [failure('WRONGPASS invalid username-password pair'), 'refuses the password', false],
    [failure('ERR DB index is out of range'), 'has no database of this number', false],
    [failure('certificate has expired', 'CERT_HAS_EXPIRED'), 'encrypted connection', false],
  ])('gets an explanation for %s', (error, part, isTemporary) => {
    const problem = redisProblem(error, REDIS)
    expect(problem).toEqual({ sentence: expect.stringContaining(part), isTemporary })
    expect(problem?.sentence).toContain('cache.example:6380/2')
    expect(problem?.sentence).toContain('REDIS_URL')
    expect(problem?.sentence).not.toContain('hush')
  })

  it('names no password of a list of addresses', () => {
    const url = 'redis+cluster://:hush@a.example:1,b.example:2'
    const problem = redisProblem(failure('connect ECONNREFUSED', 'ECONNREFUSED'), url)
    expect(problem?.sentence).toContain('b.example:2')
    expect(problem?.sentence).not.toContain('hush')
  })
})
