import { useState } from 'react';
import { type View, views } from './ViewTabs.tsx';

/** The view in front. The address carries it, so that a page that is loaded again comes back to it. */
export function useView(): readonly [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => views.find((each) => location.hash === `#${each}`) ?? 'live');
  const show = (next: View) => {
    history.replaceState(null, '', `#${next}`);
    setView(next);
  };
  return [view, show];
}
