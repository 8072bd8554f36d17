import { useState } from 'react'
import { PersonDialog } from './person-dialog.tsx'

/** A link that opens the details of a person. */
export function OpenPerson({ userId, label }: { userId: string; label: string }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <button type="button" className="link case-more" onClick={() => setShown(true)}>
        {label}
      </button>
      {shown && <PersonDialog userId={userId} onClose={() => setShown(false)} />}
    </>
  )
}
