const TIME = '2026-11-20T12:00:00.000Z'

/** The search of a member with every field. */
export const SEARCH = {
  searching: true,
  waitingSeconds: 8,
  ringUntil: TIME,
  comeUntil: null,
  missedRingAt: TIME,
  evening: { id: '01999999-0000-7000-8000-0000000000f1', topic: 'Jazz', endsAt: TIME },
  exchange: true,
}
