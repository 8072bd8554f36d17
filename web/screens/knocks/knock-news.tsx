import { useEffect, useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { knockTitle } from '../../state/knocks/knock-words.ts'

/** Announces each member who would like to talk once, wherever the card is. */
export function KnockNews() {
  const [knock] = useStore(useMember().knocks)
  const [announced, setAnnounced] = useState('')
  // A status that is rendered with its text is not announced.
  useEffect(() => setAnnounced(knock ? knockTitle(knock) : ''), [knock])
  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  )
}
