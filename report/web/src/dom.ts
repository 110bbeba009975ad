// Makes elements with little ceremony.

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

function fill(node: Element, props: Props, children: Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== undefined) node.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false)
      node.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element; functions among the properties listen to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  fill(node, props, children);
  return node;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(node, props, children);
  return node;
}

/** A part of the page, with its heading. */
export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return h(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    ...children,
  );
}

/** A table that scrolls by itself when it is too wide for the screen. */
export function table(head: string[], rows: Child[][], numeric: boolean[] = []): HTMLElement {
  const cell = (tag: 'th' | 'td', content: Child, i: number) =>
    h(tag, { class: numeric[i] ? 'number' : undefined, scope: tag === 'th' ? 'col' : undefined }, content);
  return h(
    'div',
    { class: 'scroll', tabindex: 0 },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...head.map((c, i) => cell('th', c, i)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((c, i) => cell('td', c, i))))),
    ),
  );
}

/** Buttons of which one is pressed. */
export function choice(
  label: string,
  options: string[],
  chosen: number,
  change: (index: number) => void,
): HTMLElement {
  const buttons = options.map((text, i) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': i === chosen ? 'true' : 'false',
        click: () => {
          buttons.forEach((b, k) => b.setAttribute('aria-pressed', k === i ? 'true' : 'false'));
          change(i);
        },
      },
      text,
    ),
  );
  return h('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons);
}
