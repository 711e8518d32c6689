import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import styles from "./bar-chart.module.css";
import { axisWidth, labelStep, ticksUpTo } from "./scale.ts";

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  /** One per series, from the bottom up. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  /** The second is striped, so that colour is not the only difference. */
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

const HEIGHT = 200;
const TOP = 8;
const BOTTOM = 24;
const MAX_BAR = 48;
const LABEL = 52;
/** Space for half of the last label. */
const RIGHT = LABEL / 2;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A bar chart that shows the values of the selected bar below. The pointer or arrow keys select a bar. */
export function BarChart({ title, series, bars, format }: BarChartProps) {
  const id = useId();
  const { frame, width } = useWidth();
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? bars.length - 1, bars.length - 1);
  const ticks = ticksUpTo(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const top = ticks.at(-1) ?? 1;
  const left = axisWidth(ticks.map(format));
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const plotWidth = Math.max(1, width - left - RIGHT);
  const slot = plotWidth / Math.max(1, bars.length);
  const barWidth = Math.max(1, Math.min(MAX_BAR, slot * 0.68));
  const every = labelStep(bars.length, plotWidth, LABEL);
  const current = bars[at];
  const valueText =
    current === undefined
      ? ""
      : `${current.name}: ${series.map((name, index) => `${format(current.values[index] ?? 0)} ${name}`).join(", ")}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? bars.length - 1 : step && at + step;
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(bars.length - 1, next)));
  };
  const onPointer = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    if (x >= 0) setChosen(Math.min(bars.length - 1, Math.floor(x / slot)));
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h2 id={`${id}-title`}>{title}</h2>
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      <div
        ref={frame}
        className={styles.frame}
        role="slider"
        tabIndex={0}
        aria-labelledby={`${id}-title`}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={at + 1}
        aria-valuetext={valueText}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setChosen(null)}
      >
        <svg width={width} height={HEIGHT} aria-hidden focusable="false">
          <defs>
            <pattern
              id={`${id}-stripes`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className={styles.stripeGround} width="6" height="6" />
              <rect className={styles.stripe} width="3" height="6" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text className={styles.label} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const x = left + slot * index + (slot - barWidth) / 2;
            return (
              <g key={bar.key} className={styles.bar} data-chosen={index === at || undefined}>
                {bar.values.map((value, part) => {
                  const from = sum(bar.values.slice(0, part));
                  const height = y(from) - y(from + value);
                  return (
                    <rect
                      key={part}
                      x={x}
                      y={y(from + value)}
                      width={barWidth}
                      height={value > 0 ? Math.max(1, height) : 0}
                      {...(part > 0 && { fill: `url(#${id}-stripes)` })}
                    />
                  );
                })}
                {index % every === 0 && (
                  <text className={styles.label} x={x + barWidth / 2} y={HEIGHT - 6} textAnchor="middle">
                    {bar.label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <p className={styles.values} aria-hidden>
        {valueText}
      </p>
    </figure>
  );
}

function Legend({ series }: Pick<BarChartProps, "series">) {
  return (
    <ul className={styles.legend}>
      {series.map((name, index) => (
        <li key={name}>
          <span className={styles.swatch} data-part={index} aria-hidden /> {name}
        </li>
      ))}
    </ul>
  );
}

/** The width of the chart. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(200, Math.floor(entry.contentRect.width)));
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
