import { t } from '@lingui/core/macro'
import { CircleQuestionMark, LifeBuoy, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'

const SafetySheet = deferred(() => import('../../safety/safety-sheet.tsx'), 'SafetySheet')

/** What free members can do below their locked history: get help, stay safe, and learn how matching works. */
export function FreeSections({ onLeave }: { onLeave(): void }) {
  const [sheet, setSheet] = useState<'recent' | 'advice' | null>(null)
  return (
    <>
      <section aria-labelledby="sidebar-safety">
        <div className="section-head">
          <h2 className="subhead" id="sidebar-safety">
            {t`Safety`}
          </h2>
        </div>
        <ul className="side-links">
          <li>
            {/* Reporting and blocking are free. */}
            <Button variant="quiet" size="sm" onClick={() => setSheet('recent')}>
              <LifeBuoy className="icon" data-size="sm" aria-hidden="true" />
              {t`Get help with a recent chat`}
            </Button>
          </li>
          <li>
            <Button variant="quiet" size="sm" onClick={() => setSheet('advice')}>
              <ShieldCheck className="icon" data-size="sm" aria-hidden="true" />
              {t`How to stay safe`}
            </Button>
          </li>
        </ul>
      </section>
      <HowItWorks onLeave={onLeave} />
      {sheet && (
        <Suspense>
          <SafetySheet first={sheet} onClose={() => setSheet(null)} />
        </Suspense>
      )}
    </>
  )
}

function HowItWorks({ onLeave }: { onLeave(): void }) {
  return (
    <section aria-labelledby="sidebar-how">
      <div className="section-head">
        <h2 className="subhead" id="sidebar-how">
          {t`How it works`}
        </h2>
      </div>
      <ol className="side-steps">
        <li>{t`You name what you love. A rare interest counts for more.`}</li>
        <li>{t`Find Match connects you with the person who shares most with you.`}</li>
        <li>{t`You two chat, just in words. You can leave at any time.`}</li>
      </ol>
      <Link className="button" data-variant="quiet" data-size="sm" to="/faq" onClick={onLeave}>
        <CircleQuestionMark className="icon" data-size="sm" aria-hidden="true" />
        {t`Questions and answers`}
      </Link>
    </section>
  )
}
