import { LogIn, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { RETENTION } from '#schema/retention.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { dayOf, timeOf } from '../chat/days.ts'
import { SIGN_INS, type SignIn } from './operations.ts'
import { QueryResult } from './query-result.tsx'
import { browserOn } from './sessions-section.tsx'
import { useFailureToast } from './use-failure-toast.ts'

const AT_ONCE = 5

export function SignInsSection() {
  const showFailure = useFailureToast()
  const [adding, setAdding] = useState(false)
  const { data, failure, refetch, fetchMore } = useQuery(SIGN_INS, { first: AT_ONCE })

  async function loadMore(after: string) {
    setAdding(true)
    try {
      await fetchMore({ after }, (before, { signIns }) => ({
        signIns: { ...signIns, nodes: [...before.signIns.nodes, ...signIns.nodes] },
      }))
    } catch (error) {
      showFailure("We couldn't load older sign-ins", error)
    }
    setAdding(false)
  }

  return (
    <>
      <p className="privacy-lede">
        When you registered and each time you logged in. We don't show the place, only whether your browser
        shared one. We keep sign-ins for {RETENTION.signInMonths} months.
      </p>
      <QueryResult data={data} failure={failure} what="your sign-ins" retry={refetch}>
        {({ signIns: { nodes, endCursor } }) =>
          nodes.length === 0 ? (
            <p className="ink-2">No sign-ins yet.</p>
          ) : (
            <>
              <ul className="privacy-list">
                {nodes.map((one) => (
                  <SignInRow key={one.id} signIn={one} />
                ))}
              </ul>
              {endCursor && (
                <Button size="sm" variant="quiet" loading={adding} onClick={() => void loadMore(endCursor)}>
                  Load more<span className="sr-only"> sign-ins</span>
                </Button>
              )}
            </>
          )
        }
      </QueryResult>
    </>
  )
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const registered = signIn.kind === 'REGISTER'
  const Icon = registered ? UserPlus : LogIn
  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">
          {registered ? 'Registered' : 'Logged in'} with {browserOn(signIn)}
        </p>
        <p className="caption ink-3 num">
          {dayOf(signIn.time)}, {timeOf(signIn.time)}
          {signIn.address && `, ${signIn.address}`}
          {signIn.placeGiven && ', place shared'}
        </p>
      </div>
    </li>
  )
}
