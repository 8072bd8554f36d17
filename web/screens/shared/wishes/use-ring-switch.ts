import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { User } from '#schema/account.ts'
import { messageOf } from '../../../data/failure.ts'
import { desktop } from '../../../desktop.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useServices } from '../../../hooks/services.tsx'
import { usePush, usePushCache } from '../../../hooks/use-push.ts'
import { pushSupport } from '../../../state/push/push-support.ts'
import { setUpPush } from '../../../state/ring/set-up-push.ts'
import type { PushProblem } from './ring-problem-text.ts'
import { useRingBlocker } from './use-ring-blocker.ts'

type Problem = { push: PushProblem } | { text: string }

/** Turns on that the search goes on in the closed app, with the push messages that this needs, and off again. */
export function useRingSwitch({ id: userId }: Pick<User, 'id'>) {
  const { api, session, storage } = useServices()
  const { ring } = useMember()
  const push = usePush()
  const blocker = useRingBlocker()
  const { refetch } = usePushCache()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [changing, setChanging] = useState<'on' | 'off' | null>(null)
  const devices = push?.devices ?? []

  /** Returns whether a device of the member can ring. */
  async function prepare() {
    if (desktop() || !push) return true
    const before = devices.some(({ current }) => current)
    const outcome = await setUpPush({ window, api, storage, userId }, push)
    if (outcome === 'on' && !before) {
      void refetch()
      // Pages report whether they are visible once a device gets push messages.
      session.refreshInBackground()
    }
    if (outcome === 'on' || outcome === 'elsewhere') return true
    setProblem({ push: outcome })
    return false
  }

  async function change(on: boolean) {
    if (changing) return
    setChanging(on ? 'on' : 'off')
    setProblem(null)
    try {
      if (!on || (await prepare())) await (await ring.load()).set(on)
    } catch (error) {
      setProblem({ text: messageOf(error, t`Please try again.`) })
    }
    setChanging(null)
  }

  return {
    /** Whether the server can ring the member at all. */
    isOffered: desktop() !== null || Boolean(push?.publicKey),
    /** The desktop app rings by itself, but not after Quit. */
    needsApp: desktop() !== null && devices.length === 0,
    isElsewhere:
      !desktop() &&
      devices.some(({ current }) => !current) &&
      !(devices.some(({ current }) => current) && pushSupport(window) === 'possible'),
    /** What keeps this browser from ringing, before the member asks. */
    blocker,
    /** Why the last change was not made. */
    problem,
    changing,
    change,
  }
}
