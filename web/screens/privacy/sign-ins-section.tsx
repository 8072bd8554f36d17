import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LogIn, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { RETENTION } from '#schema/retention.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useToday } from '../../hooks/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { dayOf, timeOf } from '../shared/days.ts'
import { QueryResult } from '../shared/query-result.tsx'
import { SIGN_INS, type SignIn } from './operations.ts'
import { browserOn } from './session-texts.ts'
import { useFailureToast } from './use-failure-toast.ts'

const AT_ONCE = 5
const { signInMonths: months } = RETENTION

export function SignInsSection() {
  const showFailure = useFailureToast()
  const [adding, setAdding] = useState(false)
  useToday()
  const { data, failure, refetch, fetchMore } = useQuery(SIGN_INS, { first: AT_ONCE })

  async function loadMore(after: string) {
    setAdding(true)
    try {
      await fetchMore({ after }, (before, { signIns }) => ({
        signIns: { ...signIns, nodes: [...before.signIns.nodes, ...signIns.nodes] },
      }))
    } catch (error) {
      showFailure(t`We couldn't load older sign-ins`, error)
    }
    setAdding(false)
  }

  return (
    <>
      <p className="privacy-lede">
        {t`When you registered and each time you logged in. We don't show the place, only whether your browser shared one. We keep sign-ins for ${months} months.`}
      </p>
      <QueryResult data={data} failure={failure} what="your sign-ins" retry={refetch}>
        {({ signIns: { nodes, endCursor } }) =>
          nodes.length === 0 ? (
            <p className="ink-2">{t`No sign-ins yet.`}</p>
          ) : (
            <>
              <ul className="privacy-list">
                {nodes.map((one) => (
                  <SignInRow key={one.id} signIn={one} />
                ))}
              </ul>
              {endCursor && (
                <Button size="sm" variant="quiet" loading={adding} onClick={() => void loadMore(endCursor)}>
                  <Trans>
                    Load more<span className="sr-only"> sign-ins</span>
                  </Trans>
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
  const browser = browserOn(signIn)
  const Icon = registered ? UserPlus : LogIn
  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">
          {registered ? t`Registered with ${browser}` : t`Logged in with ${browser}`}
        </p>
        <p className="caption ink-3 num">{factsOf(signIn)}</p>
      </div>
    </li>
  )
}

/** Returns when and from where a sign-in came, such as "Today, 9:05 PM, 192.0.2.1, place shared". */
function factsOf({ time: moment, address, placeGiven }: SignIn): string {
  const day = dayOf(moment)
  const time = timeOf(moment)
  if (address)
    return placeGiven ? t`${day}, ${time}, ${address}, place shared` : t`${day}, ${time}, ${address}`
  return placeGiven ? t`${day}, ${time}, place shared` : t`${day}, ${time}`
}
