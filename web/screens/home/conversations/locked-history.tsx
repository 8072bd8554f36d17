import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { freeHistory } from '../../shared/facts-for-texts.ts'
import { Skeletons } from '../../shared/row-skeletons.tsx'

/** The locked history of free members: placeholders and the offer. */
export function LockedHistory({ onLeave }: { onLeave(): void }) {
  return (
    <div className="locked">
      <div className="ghosts" aria-hidden="true">
        <Skeletons />
      </div>
      <div className="offer">
        <h3 className="title">{t`Unlock Chat History`}</h3>
        <p className="ink-2">{t`Upgrade to Premium to access your full conversation history and more features`}</p>
        <p className="caption ink-3">{freeHistory()}</p>
        <ButtonLink variant="soft" size="md" to="/pricing" onClick={onLeave}>
          {t`Upgrade to Premium`}
        </ButtonLink>
        <span className="tags">
          {[t`Gender Filter`, t`Nearby Users`].map((feature) => (
            <Link key={feature} className="badge" data-tone="common" to="/pricing" onClick={onLeave}>
              {feature}
            </Link>
          ))}
        </span>
      </div>
    </div>
  )
}
