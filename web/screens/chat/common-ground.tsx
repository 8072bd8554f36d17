import { t } from '@lingui/core/macro'
import { memo } from 'react'
import type { LookingFor } from '#schema/enums.ts'
import { interestName } from '../../i18n/interest-name.ts'
import { Overlap } from '../../ui/logo.tsx'
import { useFocusableScroller } from '../../ui/use-focusable-scroller.ts'
import { lookingForText } from './looking-for-text.ts'

interface CommonGroundProps {
  shared: string[]
  /** The partner's languages, as a sentence; empty while they are not known. */
  speaks: string
  lookingFor: readonly LookingFor[]
}

/** The shared interests and the partner's languages, in one line that scrolls; on a phone also what the partner looks for. */
export const CommonGround = memo(function CommonGround({ shared, speaks, lookingFor }: CommonGroundProps) {
  const scroller = useFocusableScroller<HTMLElement>()
  return (
    <section className="strip" ref={scroller} aria-label={shared.length > 0 ? t`You both like` : undefined}>
      {shared.length > 0 && (
        <>
          <Overlap />
          <span className="say">{t`You both like`}</span>
          <ul className="tags">
            {shared.map((interest) => (
              <li className="tag" dir="auto" data-shared data-size="sm" key={interest}>
                {interestName(interest)}
              </li>
            ))}
          </ul>
        </>
      )}
      {speaks && <span className="looking-too">{speaks}</span>}
      {lookingFor.length > 0 && <span className="looking-too">{lookingForText(lookingFor)}</span>}
    </section>
  )
})
