const inlined = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;

const scale = 2;
const titlePx = 28;
const marginPx = 12;

/** A copy that looks the same without the page's style sheets. */
const toStandalone = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = document.importNode(svg, true);
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  [svg, ...svg.querySelectorAll<SVGElement>('*')].forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of inlined) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return copy;
};

const load = async (source: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
};

/** A chart as PNG at twice its size, in the colors of the theme, with its title and a second line above it. Null: the browser could not. */
export const toPng = async (svg: SVGSVGElement, title: string, about: string): Promise<Blob | null> => {
  const { width, height } = svg.getBoundingClientRect();
  // The page's policy allows images of data: alone.
  const image = await load(
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(toStandalone(svg)))}`,
  );
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * marginPx) * scale;
  canvas.height = (height + titlePx + 2 * marginPx) * scale;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const root = getComputedStyle(document.body);
  const panel = svg.closest('section');
  context.scale(scale, scale);
  context.fillStyle = panel ? getComputedStyle(panel).backgroundColor : root.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = root.color;
  context.font = `600 12px ${root.fontFamily}`;
  context.fillText(title, marginPx, marginPx + 12);
  const titleWidth = context.measureText(title).width;
  context.font = `400 11px ${root.fontFamily}`;
  context.globalAlpha = 0.75;
  context.fillText(about, marginPx + titleWidth + 10, marginPx + 12, Math.max(1, width - titleWidth - 10));
  context.globalAlpha = 1;
  context.drawImage(image, marginPx, marginPx + titlePx, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
};
