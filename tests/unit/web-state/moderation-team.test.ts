import { describe, expect, it } from 'vitest'
import { createTeamBoard } from '#web/state/moderation/moderation-team.ts'

const PRIYA = { id: 'priya', displayName: 'Priya' }
const ME = { id: 'me', displayName: 'Me' }

function board() {
  let time = 1_000_000
  const team = createTeamBoard({ ownId: ME.id, now: () => time })
  return {
    team,
    decided: () => Object.fromEntries(team.getState().decided),
    claims: () => [...team.getState().claims].map(([id, { by }]) => `${id} ${by}`),
    wait(milliseconds: number) {
      time += milliseconds
      team.expire()
    },
    now: () => time,
  }
}

describe('the work of other moderators', () => {
  // covers: beyond-decisions-live
  it('shows a decision with the moderator’s name until the lists no longer show the case', () => {
    const { team, decided } = board()
    team.heard({ kind: 'REPORT_DECIDED', ids: ['r1', 'r2'], actor: PRIYA })
    team.heard({ kind: 'APPEAL_DECIDED', ids: ['a1'], actor: PRIYA })
    expect(decided()).toEqual({ r1: 'Priya', r2: 'Priya', a1: 'Priya' })
    team.forget(['r1', 'a1'])
    expect(decided()).toEqual({ r2: 'Priya' })
  })

  it('excludes the moderator’s own actions', () => {
    const { team, decided, claims } = board()
    team.heard({ kind: 'REPORT_DECIDED', ids: ['r1'], actor: ME })
    team.heard({ kind: 'REPORT_CLAIMED', ids: ['r2'], actor: ME })
    team.heard({ kind: 'REPORT_ARRIVED', ids: ['r3'], actor: null })
    expect([decided(), claims()]).toEqual([{}, []])
  })

  it('shows a claim until it is released, decided, or two minutes old', () => {
    const { team, claims, wait } = board()
    for (const id of ['r1', 'r2', 'r3']) team.heard({ kind: 'REPORT_CLAIMED', ids: [id], actor: PRIYA })
    team.heard({ kind: 'REPORT_RELEASED', ids: ['r1'], actor: PRIYA })
    team.heard({ kind: 'REPORT_DECIDED', ids: ['r2'], actor: PRIYA })
    expect(claims()).toEqual(['r3 Priya'])
    wait(100_000)
    team.heard({ kind: 'REPORT_CLAIMED', ids: ['r3'], actor: PRIYA })
    wait(100_000)
    expect(claims()).toEqual(['r3 Priya'])
    wait(20_000)
    expect(claims()).toEqual([])
  })

  it('gives way to a list read later', () => {
    const { team, claims, now } = board()
    const until = new Date(now() + 60_000).toISOString()
    team.heard({ kind: 'REPORT_CLAIMED', ids: ['r1'], actor: PRIYA })
    team.read([
      { id: 'r1', claim: null },
      { id: 'r2', claim: { by: PRIYA, until } },
      { id: 'r3', claim: { by: ME, until } },
    ])
    expect(claims()).toEqual(['r2 Priya'])
  })

  it('stays despite a list read earlier', () => {
    const { team, claims } = board()
    const report = { id: 'r1', claim: null }
    team.read([report])
    team.heard({ kind: 'REPORT_CLAIMED', ids: ['r1'], actor: PRIYA })
    team.read([report])
    expect(claims()).toEqual(['r1 Priya'])
  })

  it('shows decisions on held messages, but not other kinds', () => {
    const { team, decided, claims } = board()
    team.heard({ kind: 'MESSAGE_DECIDED', ids: ['m1'], actor: PRIYA })
    team.heard({ kind: 'REPORT_ARRIVED', ids: ['r1'], actor: PRIYA })
    expect([decided(), claims()]).toEqual([{ m1: 'Priya' }, []])
  })

  it('shows a claim until the time in the list', () => {
    const { team, claims, now, wait } = board()
    const until = new Date(now() + 60_000).toISOString()
    team.read([{ id: 'r1', claim: { by: PRIYA, until } }])
    wait(59_999)
    expect(claims()).toEqual(['r1 Priya'])
    wait(1)
    expect(claims()).toEqual([])
  })

  it('notifies only of changes', () => {
    const { team, wait } = board()
    const report = { id: 'r1', claim: null }
    team.read([report])
    let told = 0
    team.subscribe(() => {
      told += 1
    })
    team.read([report])
    wait(1_000)
    team.heard({ kind: 'REPORT_CLAIMED', ids: ['r1'], actor: ME })
    expect(told).toBe(0)
    team.read([report, { id: 'r2', claim: null }])
    expect(told).toBe(1)
  })
})
