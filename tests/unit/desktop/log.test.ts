import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../desktop/main/log.ts'
import { CHAT } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'

const LARGEST = 512 * 1024
const at = () => Date.UTC(2026, 10, 20, 9, 30)
const LINE = '2026-11-20T09:30:00.000Z started\n'

describe('the log file of the desktop app', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rapport-log-'))
    file = join(folder, 'data/logs/main.log')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('contains each line with its time, in a folder readable by this user alone', () => {
    const log = createLog(file, at)
    for (const _ of [1, 2]) log('started')
    expect(readFileSync(file, 'utf8')).toBe(LINE.repeat(2))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('starts again above 512 KiB and keeps one previous file', () => {
    const log = createLog(file, at)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x'.repeat(LARGEST))
    log('started')
    expect(readFileSync(file, 'utf8')).toBe(`${'x'.repeat(LARGEST)}${LINE}`)
    log('started')
    expect([readFileSync(file, 'utf8'), statSync(`${file}.old`).size]).toEqual([LINE, LARGEST + LINE.length])
    writeFileSync(file, 'y'.repeat(LARGEST + 1))
    log('started')
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.old`, 'utf8')]).toEqual([
      LINE,
      'y'.repeat(LARGEST + 1),
    ])
  })

  it('ignores write failures, and continues once writing works', () => {
    const log = createLog(file, at)
    writeFileSync(join(folder, 'data'), 'a file where the folder belongs')
    expect(() => log('lost')).not.toThrow()
    rmSync(join(folder, 'data'))
    log('started')
    expect(readFileSync(file, 'utf8')).toBe(LINE)
  })
})

describe('the log of a run', () => {
  const start = useDesktops()

  it('records once each when the server stops answering and when it answers again', async () => {
    let isAway = false
    const { handler, home } = await start({
      now: at,
      fetch: async () => {
        if (isAway) throw new Error('no network')
        return new Response('ok')
      },
    })
    const ask = async (away: boolean) => {
      isAway = away
      await handler(new Request('rapport-app://app/desktop/reachable'))
      await handler(new Request(`rapport-app://app/subscribe/${CHAT}`))
    }
    for (const away of [false, true, true, false, false]) await ask(away)
    const lines = readFileSync(join(home, 'data/logs/main.log'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => line.slice('2026-11-20T09:30:00.000Z '.length))).toEqual([
      'version 1.2.3 on linux',
      'the server does not answer',
      'the server answers',
    ])
  })
})
