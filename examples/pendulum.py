import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/pendulum.xml")
data = mujoco.MjData(model)
while data.time < 1:
    mujoco.mj_step(model, data)
print(f"angle after 1 s: {data.qpos[0]:.6f} rad")
