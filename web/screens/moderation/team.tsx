import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useStore } from '../../hooks/services.tsx'
import { useSubscription } from '../../hooks/use-subscription.ts'
import {
  createTeamBoard,
  type TeamBoard,
  type TeamChange,
  type TeamState,
} from '../../state/moderation/moderation-team.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { MODERATION_CHANGED } from './operations-team.ts'
import { useOwnId } from './own-case.tsx'

interface Team {
  board: TeamBoard
  listeners: Set<(change: TeamChange) => void>
}

const TeamContext = createContext<Team | null>(null)
const EXPIRED_AFTER = 15_000

/** Subscribes to other moderators' changes and passes them to the components below. */
export function TeamProvider({ children }: { children: ReactNode }) {
  const ownId = useOwnId()
  const [team] = useState<Team>(() => ({
    board: createTeamBoard({ ownId, now: () => Date.now() }),
    listeners: new Set(),
  }))
  useSubscription(MODERATION_CHANGED, {}, ({ moderationChanged }) => {
    team.board.heard(moderationChanged)
    for (const listener of [...team.listeners]) listener(moderationChanged)
  })
  useInterval(EXPIRED_AFTER, () => team.board.expire())
  return <TeamContext value={team}>{children}</TeamContext>
}

function useTeamContext(): Team {
  const team = useContext(TeamContext)
  if (!team) throw new Error('useTeam needs a TeamProvider above it')
  return team
}

export const useTeamBoard = () => useTeamContext().board

export const useTeam = (): TeamState => useStore(useTeamBoard())

/** Calls the function with each change while the component is mounted. */
export function useChanges(onChange: (change: TeamChange) => void) {
  const { listeners } = useTeamContext()
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const listener = (change: TeamChange) => latest.current(change)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listeners])
}
