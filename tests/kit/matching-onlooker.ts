export const PEOPLE = ['ann', 'ben', 'cleo', 'dev', 'eva'] as const

/** The observed state: who is matched with whom, and who may not be. */
export function createOnlooker() {
  const blocked = new Set<string>()
  const together = new Map<string, string>()
  const met = new Set<string>()
  const gone = new Set<string>()
  // How often each member ended their search, and which searches they cancelled by name.
  const endings = new Map<string, number>()
  const cancelledIds = new Set<string>()
  const problems: string[] = []
  const pair = (a: string, b: string) => [a, b].sort().join('+')
  return {
    problems,
    ...createRingWatch({ problems, gone, isBlocked: (a, b) => blocked.has(pair(a, b)) }),
    block: (a: string, b: string) => blocked.add(pair(a, b)),
    mayTalk: (a: string, b: string) => !blocked.has(pair(a, b)),
    blockedBy: (a: string) => PEOPLE.filter((b) => blocked.has(pair(a, b))),
    /** Members whose ticket is certainly gone: a later match with them is an error. */
    left: (a: string) => gone.add(a),
    searches: (a: string) => gone.delete(a),
    endingsOf: (a: string) => endings.get(a) ?? 0,
    ends(a: string, searchId: string | null) {
      endings.set(a, (endings.get(a) ?? 0) + 1)
      if (searchId) cancelledIds.add(searchId)
    },
    /** A ticket exists because of a poll that began after this many endings. */
    waits(a: string, endingsBefore: number, searchId: string | null) {
      if (endingsBefore < (endings.get(a) ?? 0)) problems.push(`a poll made before ${a} left put them back`)
      if (searchId && cancelledIds.has(searchId)) problems.push(`a cancelled search put ${a} back`)
    },
    separate(a: string) {
      const b = together.get(a)
      together.delete(a)
      if (b && together.get(b) === a) together.delete(b)
    },
    /** The conversation of the two ended, if they have one. */
    end(a: string, b: string) {
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const)
        if (together.get(one) === other) together.delete(one)
    },
    settledLapse: () => together.clear(),
    meets: (a: string, b: string) => met.add(pair(a, b)),
    /** `waited`: the shorter wait of the two, in milliseconds. */
    matched(a: string, b: string, waited: number) {
      if (a === b) problems.push(`${a} was matched with themself`)
      if (met.has(pair(a, b)) && waited <= 20_000) problems.push(`${a} met ${b} again after ${waited} ms`)
      met.add(pair(a, b))
      if (blocked.has(pair(a, b))) problems.push(`${a} was matched with ${b} across a block`)
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const now = together.get(one)
        if (now && now !== other) problems.push(`${one} was matched with ${other} while with ${now}`)
        if (!now && gone.has(one)) problems.push(`${one} was matched with ${other} after leaving`)
      }
      together.set(a, b)
      together.set(b, a)
    },
  }
}

/** Who is rung with whom. */
function createRingWatch({
  problems,
  gone,
  isBlocked,
}: {
  problems: string[]
  gone: ReadonlySet<string>
  isBlocked(a: string, b: string): boolean
}) {
  const ringing = new Map<string, string>()
  return {
    /** A store step took both out of the queues, and they must come. */
    rings(a: string, b: string) {
      if (isBlocked(a, b)) problems.push(`${a} was rung with ${b} across a block`)
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const now = ringing.get(one)
        if (now) problems.push(`${one} was rung with ${other} while with ${now}`)
        if (gone.has(one)) problems.push(`${one} was rung with ${other} after leaving`)
        ringing.set(one, other)
      }
    },
    ringEnds(a: string) {
      const b = ringing.get(a)
      ringing.delete(a)
      if (b && ringing.get(b) === a) ringing.delete(b)
    },
    isRingingWith: (a: string, b: string) => ringing.get(a) === b,
  }
}
