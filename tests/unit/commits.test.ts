import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../../scripts/lint-commits.mjs')
const AUTHOR = { name: 'Asha', email: 'asha@example.com' }
const NOTHING = '0'.repeat(40)

let repository: string
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'commits-'))
  git('init', '--quiet')
  commit('Begin')
})
afterEach(() => rm(repository, { recursive: true }))

function git(...args: string[]) {
  const identity = [`user.name=${AUTHOR.name}`, `user.email=${AUTHOR.email}`, 'commit.gpgsign=false']
  const settings = identity.flatMap((setting) => ['-c', setting])
  expect(spawnSync('git', [...settings, ...args], { cwd: repository }).status).toBe(0)
}

const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '--message', message)

function lint(from: string, to = 'HEAD') {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, from, to], {
    cwd: repository,
    encoding: 'utf8',
  })
  return { status, stderr }
}

describe('the lint of commit subjects', () => {
  it.each([
    'fix(matching): remove the ticket when a chat starts from a list',
    'feat!: take the second provider away',
    `docs: ${'x'.repeat(66)}`,
  ])('accepts "%s"', (subject) => {
    commit(subject)
    expect(lint('HEAD~1')).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    ['Fix the matching', 'expected "type(scope): summary"'],
    ['fix(chat, live): end streams', 'expected "type(scope): summary"'],
    ['fixed(chat): end streams', 'expected "type(scope): summary"'],
    ['fix(chat):end streams', 'expected "type(scope): summary"'],
    ['fix(chat): end streams.', 'ends with a full stop'],
    [`docs: ${'x'.repeat(67)}`, 'has 73 characters, at most 72 are allowed'],
  ])('refuses "%s"', (subject, problem) => {
    commit(subject)
    const { status, stderr } = lint('HEAD~1')
    expect(status).toBe(1)
    expect(stderr).toContain(`${subject}\n  ${problem}`)
  })

  it('reads every commit of the range and none before it', () => {
    commit('Not yet')
    commit('fix: first')
    commit('Second')
    commit('fix: third')
    expect(lint('HEAD~3').stderr).toMatch(/^Second\n {2}expected .*\n$/)
  })

  it('reads only the last commit of a first push', () => {
    commit('fix: last')
    expect(lint(NOTHING)).toEqual({ status: 0, stderr: '' })
  })

  it('fails for commits that do not exist', () => {
    expect(lint('no-such-commit').status).toBe(1)
  })
})
