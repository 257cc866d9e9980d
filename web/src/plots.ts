// Plots of fields over time: live ones grow at their end, recorded ones are whole and follow the time that is shown.
import uPlot from "uplot";
import type { Field } from "./formats";

const COLORS = ["#2f7ed8", "#d8572f", "#2fa84f", "#a04fc4", "#c4a02f", "#2fb8c4", "#c42f7e", "#7a7a7a"];
const LINES = 16;       // of one field
const KEPT = 600;       // moments of a live plot

interface Plot { field: Field; first: number; chart: uPlot; data: number[][] }

export class Plots {
  private plots: Plot[] = [];
  onPick: (time: number) => void = () => {};

  constructor(readonly place: HTMLElement) {}

  // One chart per field, in this order in the numbers of a frame.
  setFields(fields: Field[], label: (field: string, index: number) => string): void {
    const same = fields.length === this.plots.length && fields.every((f, i) => f.name === this.plots[i].field.name && f.size === this.plots[i].field.size);
    if (same) return;
    this.place.replaceChildren();
    let first = 0;
    this.plots = fields.map((field) => {
      const lines = Math.min(field.size, LINES);
      const data: number[][] = [...Array(lines + 1)].map(() => []);
      const series: uPlot.Series[] = [{ label: "s" }, ...[...Array(lines).keys()].map((i) => ({ label: label(field.name, i), stroke: COLORS[i % COLORS.length], width: 1 }))];
      const axis = { stroke: () => getComputedStyle(document.body).color, grid: { stroke: "#8883" } };
      const chart = new uPlot({
        width: 300, height: 140, title: field.name + (field.size > LINES ? ` (first ${LINES} of ${field.size})` : ""), series,
        scales: { x: { time: false } }, axes: [axis, axis], legend: { show: false }, cursor: { drag: { x: false, y: false } },
      }, data as uPlot.AlignedData, this.place);
      chart.over.addEventListener("click", (event) => this.onPick(chart.posToVal(event.offsetX, "x")));
      chart.root.setAttribute("role", "img");
      chart.root.setAttribute("aria-label", `plot of ${field.name} over time`);
      const plot = { field, first, chart, data };
      first += field.size;
      return plot;
    });
  }

  push(time: number, fields: Float32Array): void {
    for (const { chart, data, first } of this.plots) {
      if (data[0].length && time <= data[0][data[0].length - 1]) {
        if (time === data[0][data[0].length - 1]) continue;
        data.forEach((line) => (line.length = 0));  // the simulation went back
      }
      data[0].push(time);
      for (let i = 1; i < data.length; i++) data[i].push(fields[first + i - 1]);
      if (data[0].length > KEPT) data.forEach((line) => line.shift());
      chart.setData(data as uPlot.AlignedData);
    }
  }

  // A whole recording at once: `rows` numbers per moment.
  fill(times: Float32Array, numbers: Float32Array, rows: number): void {
    for (const { chart, data, first } of this.plots) {
      data[0] = Array.from(times);
      for (let i = 1; i < data.length; i++) data[i] = Array.from(times, (_, k) => numbers[k * rows + first + i - 1]);
      chart.setData(data as uPlot.AlignedData);
    }
  }

  mark(time: number): void {
    for (const { chart } of this.plots) chart.setCursor({ left: chart.valToPos(time, "x"), top: -1 }, false);
  }
}
