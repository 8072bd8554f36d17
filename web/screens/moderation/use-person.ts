import { useQuery } from '../../hooks/use-query.ts'
import { PERSON } from './operations.ts'
import { useChanges } from './team.tsx'

/** Queries a member's details, and refetches when a moderator adds or removes a note. */
export function usePerson(userId: string) {
  const query = useQuery(PERSON, { id: userId })
  useChanges(({ kind }) => {
    if (kind === 'NOTES_CHANGED') void query.refetch()
  })
  return query
}
