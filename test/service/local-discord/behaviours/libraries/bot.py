"""The story's bot in discord.py 2: python3 bot.py API_BASE NAME TOKEN"""

import io
import json
import sys
import urllib.request

import discord
import yarl
from discord import app_commands

API_BASE, NAME, TOKEN = sys.argv[1:4]
# The two places in which discord.py names its host; a Client asks nobody for the gateway's address.
discord.http.Route.BASE = API_BASE
with urllib.request.urlopen(f"{API_BASE}/gateway") as answer:
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(json.load(answer)["url"])

intents = discord.Intents.none()
intents.guilds = intents.members = intents.guild_messages = intents.message_content = True


class Form(discord.ui.Modal, title="Form"):
    name = discord.ui.TextInput(label="Name")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"{NAME}: hello {self.name.value}", ephemeral=True)


class Menu(discord.ui.View):
    @discord.ui.button(label="Form", style=discord.ButtonStyle.primary)
    async def form(self, interaction: discord.Interaction, _button: discord.ui.Button) -> None:
        await interaction.response.send_modal(Form())


class Bot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=intents, chunk_guilds_at_startup=False)
        self.tree = app_commands.CommandTree(self)
        self.greeted = False

    async def setup_hook(self) -> None:
        @self.tree.command(name=f"menu-{NAME.lower()}", description="Menu")
        @app_commands.describe(topic="Of what")
        async def menu(interaction: discord.Interaction, topic: str) -> None:
            await interaction.response.send_message(f"Menu of {topic}", view=Menu())

        await self.tree.sync()

    @property
    def rigs(self) -> discord.TextChannel:
        return discord.utils.get(self.guilds[0].text_channels, name="rigs")

    async def on_ready(self) -> None:
        if self.greeted:
            return
        self.greeted = True
        guild = self.guilds[0]
        await self.rigs.send(f"{NAME} ready: {guild.name}, {len(guild.text_channels)} channels")
        print("story bot is ready", file=sys.stderr, flush=True)

    async def on_resumed(self) -> None:
        await self.rigs.send(f"{NAME} resumed")

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return
        if message.content == f"{NAME} ping":
            await self.rigs.send(f"{NAME} pong")
        if message.content == f"{NAME} hurry":
            await self.rigs.send(f"{NAME} made it")
        if message.content == f"{NAME} work":
            await self.work(self.rigs)

    async def work(self, channel: discord.TextChannel) -> None:
        file = discord.File(io.BytesIO(f"note of {NAME}".encode()), "note.txt")
        note = await channel.send(f"{NAME} first", file=file)
        await note.edit(content=f"{NAME} edited")
        await note.add_reaction("👍")
        thread = await note.create_thread(name=f"{NAME} thread")
        await thread.send(f"{NAME} in the thread")
        hook = await channel.create_webhook(name=f"{NAME} hook")
        await hook.send(f"{NAME} by webhook", wait=True)
        await hook.delete()
        gone = await channel.send("soon gone")
        await gone.delete()
        try:
            await gone.edit(content="late")
            caught = "nothing"
        except discord.NotFound as error:
            caught = f"{error.text} {error.code}"
        members = await channel.guild.chunk(cache=False) or channel.guild.members
        await channel.send(f"{NAME} worked: {len(members)} members, caught {caught}")


Bot().run(TOKEN)
