import { useAsk } from '../../state/graphql-react.tsx'
import { PERSON } from './operations.ts'
import { useChanges } from './team.tsx'

/** Asks for a member's details, and again when somebody adds or removes a note, also while the first answer is awaited. */
export function usePerson(userId: string) {
  const asked = useAsk(PERSON, { id: userId })
  useChanges(({ kind }) => {
    if (kind === 'NOTES_CHANGED') void asked.refetch()
  })
  return asked
}
